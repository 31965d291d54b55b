import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { applyChangeSet, type ChangeSet, createCatalog, type Diagram, inspectDiagram } from '@botwright/core/diagram';
import { changeSetSchema, readInput } from '@botwright/core/inputs';
import { sha256 } from '@botwright/core/node';
import type { serveMcp } from '@botwright/mcp';
import type { FoundFile } from '@botwright/testing/files';
import { readScenarioText } from '@botwright/testing/scenario-files';
import { type BotInFile, readBotInFile, renderBotFile, writeBotFile } from '../bot-files/bot-file.ts';
import { fileNameOf } from '../bot-files/file-names.ts';
import { stableDiagram } from '../bot-files/stable-diagram.ts';
import { noBotFound, searchFiles } from '../project/input-faults.ts';
import type { ProjectPlugins } from '../project/load-project-plugins.ts';
import type { ProjectConfig } from '../project/project-config.ts';
import { refusal } from './refusal.ts';

type McpBots = Parameters<typeof serveMcp>[0];
type BotHead = Awaited<ReturnType<McpBots['find']>>;
type BotDraft = Awaited<ReturnType<McpBots['draft']>>;

/** The bots of a project. */
export interface FileBotsOptions {
  readonly paths: readonly string[];
  /** The files must be in this folder. */
  readonly within?: string;
  readonly config: ProjectConfig | undefined;
  readonly plugins: Partial<ProjectPlugins>;
}

/** A file with its bot. */
interface OpenBot {
  readonly file: FoundFile;
  readonly bot: BotInFile;
}

const botsPerPage = 50;

/**
 * Bots in files: a draft is a file, its revision a hash of the text. Files that no path leads to do not exist.
 *
 * @throws {CommandFailure} When there is no such path, or a named file has no bot.
 * @spec MC18, MC19
 */
export function fileBots({ paths, within, config, plugins }: FileBotsOptions): McpBots {
  const { catalog = createCatalog(), behaviours = [], ownRules = [], ownLints = [] } = plugins;
  const bounds = within === undefined ? {} : { within };
  for (const { name, path, isNamed, bounds: ofFile } of searchFiles(paths, bounds)) {
    if (!isNamed) continue;
    const read = readBotInFile(path, ofFile);
    if ('problem' in read) throw noBotFound([name], `${name}: ${read.problem}`);
  }
  /** Writes wait for each other, so that none is lost between a read and its write. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };

  const open = (file: FoundFile): OpenBot | undefined => {
    const bot = readBotInFile(file.path, file.bounds);
    return 'problem' in bot || bot.version !== undefined ? undefined : { file, bot };
  };
  const headOf = ({ file, bot: { bot } }: OpenBot): BotHead => ({
    bot: file.name,
    ...(bot.number !== undefined && { number: bot.number }),
    name: bot.name ?? basename(file.name, '.json'),
    family: bot.channelFamily ?? config?.family ?? 'native',
  });
  const openHead = (head: BotHead): OpenBot => {
    const file = searchFiles(paths, bounds).find(({ name }) => name === head.bot);
    const opened = file && open(file);
    if (opened === undefined) throw refusal('bot_not_found', 'There is no such bot.');
    return opened;
  };

  /** Stores the next diagram of a bot, or only says what it would be. @spec MC2, MC19 */
  const write = (head: BotHead, next: (diagram: Diagram) => Diagram, revision: string, dryRun: boolean) =>
    inTurn(async (): Promise<BotDraft> => {
      const { file, bot } = openHead(head);
      const present = revisionOf(bot.text);
      if (present !== revision) {
        throw refusal('draft_changed', 'The file has other content: read it again.', { facts: { revision: present } });
      }
      const diagram = next(bot.diagram);
      const text = textOf(bot, diagram);
      if (!dryRun) await writeBotFile(file.path, bot.mark + text);
      return { diagram, revision: revisionOf(text) };
    });

  return {
    catalog,
    behaviours,
    async list({ search = '', state = 'active', page }) {
      if (state === 'trashed') return { bots: [], total: 0 };
      const all = searchFiles(paths, bounds).flatMap((file) => open(file) ?? []);
      const heads = all.map(headOf).filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
      return { bots: heads.slice((page - 1) * botsPerPage, page * botsPerPage), total: heads.length };
    },
    async find(bot) {
      const files = searchFiles(paths, bounds);
      const named = files.find(({ name }) => name === bot);
      const opened = named === undefined ? undefined : open(named);
      if (opened !== undefined) return headOf(opened);
      for (const file of files) {
        const each = open(file);
        if (each?.bot.bot.number !== undefined && String(each.bot.bot.number) === String(bot)) return headOf(each);
      }
      throw refusal('bot_not_found', 'There is no such bot.');
    },
    async draft(head) {
      const { bot } = openHead(head);
      return { diagram: bot.diagram, revision: revisionOf(bot.text) };
    },
    async inspect({ family, number }, diagram) {
      const own = number === undefined ? {} : { bot: { number } };
      const plan = config?.plan === undefined ? {} : { plan: config.plan };
      const context = { catalog, channelFamily: family, ownRules, ownLints, ...own, ...plan };
      return inspectDiagram(diagram, context, config?.rules).violations;
    },
    async edit(head, given, { revision, dryRun }) {
      const read = readInput(changeSetSchema, given);
      if (!read.ok)
        throw refusal(
          'invalid_parameters',
          read.faults.map(({ message, field }) => `changes${field && `.${field}`}: ${message}`).join(' '),
        );
      const next = (diagram: Diagram): Diagram => {
        const edit = applyChangeSet(diagram, read.value as ChangeSet, { catalog, linkedBots: new Map() });
        if (edit.kind === 'applied') return edit.diagram;
        throw refusal('change_set_refused', 'The change set is refused.', { violations: edit.violations });
      };
      return write(head, next, revision, dryRun);
    },
    replace: (head, diagram, { revision }) => write(head, () => diagram, revision, false),
    async version() {
      throw refusal('no_versions', 'Bots in files have no versions: "botwright diff" compares them with others.');
    },
    async scenarios(head) {
      const { text, readShared } = readScenariosOf(openHead(head));
      return { text, revision: revisionOf(text), readShared };
    },
    async findByPath(head, named) {
      // The file of scenarios is in the folder of the bot.
      const wanted = resolve(dirname(openHead(head).file.path), named);
      const file = searchFiles(paths, bounds).find((each) => each.path === wanted);
      const opened = file && open(file);
      return opened && headOf(opened);
    },
    saveScenarios: (head, text, revision) =>
      inTurn(async () => {
        const { path, text: present } = readScenariosOf(openHead(head));
        const facts = { tests_revision: revisionOf(present) };
        if (facts.tests_revision !== revision) {
          throw refusal('draft_changed', 'The tests have another revision: run them again.', { facts });
        }
        await writeBotFile(path, text);
        return revisionOf(text);
      }),
    create: (wanted) =>
      inTurn(async () => {
        const folder = folderOf(paths);
        const made: string[] = [];
        for (const { name, family, number, diagram } of wanted) {
          const taken = (file: string) => existsSync(join(folder, file));
          const path = join(folder, fileNameOf({ id: randomUUID(), name }, taken));
          const bot = { ...(number !== undefined && { number }), name, channelFamily: family };
          await writeBotFile(path, renderBotFile({ bot }, diagram));
          made.push(resolve(path));
        }
        return searchFiles(paths, bounds).flatMap((file) => {
          const opened = made.includes(resolve(file.path)) ? open(file) : undefined;
          return opened === undefined ? [] : [headOf(opened)];
        });
      }),
  };
}

const revisionOf = (text: string): string => sha256(text).slice(0, 16);

/** A bare diagram stays one; any other file has a head. */
function textOf(bot: BotInFile, diagram: Diagram): string {
  if (bot.pointer === '') return `${JSON.stringify(stableDiagram(diagram), undefined, 2)}\n`;
  return renderBotFile(bot, diagram);
}

/** The file of scenarios beside a bot. */
function readScenariosOf({ file }: OpenBot) {
  const path = file.path.replace(/\.json$/, '.scenarios.yaml');
  if (!existsSync(path)) return { path, text: '' };
  const read = readScenarioText({ path, bounds: file.bounds });
  if ('failed' in read) throw refusal('scenarios_unreadable', `The scenarios cannot be read (${read.failed}).`);
  return { path, text: read.text, readShared: read.readShared };
}

/** The folder of new bots: the first named one, or the one of the first named file. */
function folderOf([first = '.']: readonly string[]): string {
  const isFolder = statSync(first, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? first : dirname(first);
}
