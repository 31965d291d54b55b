import { existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Catalog } from '@botwright/core/diagram';
import { isWithin } from '@botwright/testing/files';
import {
  type BotInFile,
  hashOf,
  isEdited,
  readBotInFile,
  renderBotFile,
  schemaOf,
  writeBotFile,
} from '../bot-files/bot-file.ts';
import { connect } from '../bot-files/connect.ts';
import { fileNameOf } from '../bot-files/file-names.ts';
import { isId } from '../bot-files/id.ts';
import { type BotsOfServer, botsOfServer, linkHeadsOf } from '../bot-files/link-heads.ts';
import { type Outcome, reportEach } from '../bot-files/report.ts';
import { type BotsServer, type Listed, problemOf } from '../bots/bots-server.ts';
import { type BotRecord, UnusableRecord, type VersionRecord } from '../bots/server-records.ts';
import { CommandFailure, unusable } from '../command-failure.ts';
import { projectCatalog } from '../project/project-config.ts';

/** The arguments of `botwright pull`. */
export interface PullOptions {
  /** Uuids or numbers of bots; empty: all bots outside the trash. */
  readonly bots: readonly string[];
  /** Address of the Bots API. */
  readonly from?: string;
  /** The target folder. */
  readonly to: string;
  /** Also fetch the versions. */
  readonly versions?: boolean;
  /** Overwrite local changes that were not pushed. */
  readonly force?: boolean;
  readonly dryRun?: boolean;
  /** Never printed. */
  readonly token?: string;
}

/**
 * Fetches drafts, and versions on request, into files.
 *
 * @returns The exit code.
 * @throws {CommandFailure} When the server cannot be reached, or the folder cannot be used.
 * @spec PU1, PU3, PU4, PU5, PU6, PU21, PU22, BF18
 */
export async function pull(options: PullOptions): Promise<number> {
  // An unset shell variable: the files would go to an unexpected place.
  if (options.to === '') throw new CommandFailure('usage', '--to is empty: name a folder.');
  const server = connect('--from', options.from, options.token);
  const folder = new BotFolder(options.to, server.url);
  const catalog = await projectCatalog();
  const bots = botsOfServer(server);
  const wanted = await findBots(server, options.bots);
  return reportEach(wanted, (given) => pullBot({ server, folder, options, catalog, bots }, given));
}

/** The named bots, or all. A number is looked up: the API finds bots by uuid. @spec PU1 */
async function findBots(
  server: BotsServer,
  named: readonly string[],
): Promise<readonly (Listed<BotRecord> | string)[]> {
  const other = named.find((text) => !isId(text));
  if (other !== undefined) throw new CommandFailure('usage', `"${other}" is not a uuid or number of a bot.`);
  const isNumber = (text: string): boolean => /^\d+$/.test(text);
  if (named.length > 0 && !named.some(isNumber)) return named;
  try {
    const bots = await server.listBots();
    if (named.length === 0) return bots;
    const numbered = (text: string) =>
      bots.find((bot) => !(bot instanceof UnusableRecord) && bot.number === Number(text));
    return named.map((text) => (isNumber(text) ? numbered(text) : undefined) ?? text);
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    throw new CommandFailure('failure', `${server.url}/bots: ${problem}`, { cause: error });
  }
}

interface Pulling {
  readonly server: BotsServer;
  readonly folder: BotFolder;
  readonly options: PullOptions;
  readonly catalog: Catalog;
  readonly bots: BotsOfServer;
}

async function pullBot(pulling: Pulling, given: Listed<BotRecord> | string): Promise<readonly Outcome[]> {
  const { server, folder } = pulling;
  const outcomes: Outcome[] = [];
  try {
    if (given instanceof UnusableRecord) throw given;
    const bot = typeof given === 'string' ? await server.getBot(given) : given;
    const file = folder.fileOf(bot);
    outcomes.push(await pullDraft(pulling, bot, file));
    if (pulling.options.versions !== true) return outcomes;
    const ids = new Map<string, string>();
    for (const version of await server.listVersions(bot.id)) {
      if (version instanceof UnusableRecord) throw version;
      const { id } = version;
      // Some systems ignore case: one file would overwrite the other.
      const other = ids.get(id.toLowerCase());
      if (other !== undefined && other !== id) throw new UnusableRecord(`The server has versions ${other} and ${id}.`);
      ids.set(id.toLowerCase(), id);
      outcomes.push(await pullVersion(pulling, { bot, draftFile: file, version }));
    }
    return outcomes;
  } catch (error) {
    const detail = problemOf(error) ?? (error instanceof FileElsewhere ? error.message : undefined);
    if (detail === undefined) throw error;
    return [...outcomes, { kind: 'refused', status: 'refused', name: nameOf(given), detail }];
  }
}

function nameOf(given: Listed<BotRecord> | string): string {
  if (given instanceof UnusableRecord) return 'a bot';
  return typeof given === 'string' ? `bot ${given}` : given.name;
}

async function pullDraft(pulling: Pulling, bot: BotRecord, file: string): Promise<Outcome> {
  const { server, folder, options, catalog, bots } = pulling;
  const { diagram, revision } = await server.getDraft(bot.id);
  const known = folder.known(bot.id);
  const head = {
    ...schemaOf(known),
    server: server.url,
    bot: { id: bot.id, number: bot.number, name: bot.name, channelFamily: bot.channelFamily },
    draft: { revision, sha256: hashOf(diagram) },
    links: await linkHeadsOf(diagram, catalog, bot.number, bots.list),
  };
  const text = renderBotFile(head, diagram);
  const name = folder.shown(file);
  if (known?.text === text) return { kind: 'same', status: 'unchanged', name };
  // A file that does not record its source counts as changed.
  const isEditedHere = known !== undefined && isEdited(known) !== false && hashOf(known.diagram) !== head.draft.sha256;
  if (isEditedHere && options.force !== true) {
    const detail = 'changed here, and not pushed: push it, or pull with --force to lose that.';
    return { kind: 'refused', status: 'left', name, detail };
  }
  await folder.write(file, text, options.dryRun);
  return { kind: 'done', status: known === undefined ? 'new' : 'updated', name, detail: `revision ${revision}` };
}

/** A published version only changes its label: it is fetched once. @spec PU6 */
async function pullVersion(
  { server, folder, options, catalog, bots }: Pulling,
  of: { readonly bot: BotRecord; readonly draftFile: string; readonly version: VersionRecord },
): Promise<Outcome> {
  const { bot, version } = of;
  const file = join(of.draftFile.replace(/\.json$/, '.versions'), `${version.id}.json`);
  const name = folder.shown(file);
  folder.checkPlace(file);
  const known = existsSync(file) ? readBotInFile(file) : undefined;
  if (
    known !== undefined &&
    !('problem' in known) &&
    known.version?.id === version.id &&
    known.version.name === version.name
  ) {
    return { kind: 'same', status: 'unchanged', name };
  }
  const diagram = await server.getVersion(bot.id, version.id);
  const head = {
    server: server.url,
    bot: { id: bot.id, number: bot.number, channelFamily: bot.channelFamily },
    links: await linkHeadsOf(diagram, catalog, bot.number, bots.list),
    version,
  };
  await folder.write(file, renderBotFile(head, diagram), options.dryRun);
  return {
    kind: 'done',
    status: known === undefined ? 'new' : 'updated',
    name,
    detail: `version of ${version.published_at}`,
  };
}

/** The target is outside the folder. */
class FileElsewhere extends Error {
  override readonly name = 'FileElsewhere';
}

/** A folder of bot files, by their bots. */
class BotFolder {
  readonly #folder: string;
  /** The files with drafts, by the ids of their bots. */
  readonly #known = new Map<string, { readonly file: string; readonly bot: BotInFile }>();
  readonly #names = new Set<string>();

  /** @throws {CommandFailure} When a file cannot be read, or two have one bot. @spec PU3 */
  constructor(folder: string, server: string) {
    this.#folder = folder;
    for (const name of jsonFilesIn(folder)) {
      this.#names.add(name.toLowerCase());
      const file = join(folder, name);
      const bot = readBotInFile(file, { within: folder });
      if ('problem' in bot) {
        // It may contain a bot, which would get a second file.
        if (bot.isOther) continue;
        const place = bot.place === undefined ? '' : `:${bot.place.line}:${bot.place.column}`;
        throw new CommandFailure('usage', `${this.shown(file)}${place}: ${bot.problem}`);
      }
      const { id } = bot.bot;
      if (id === undefined || bot.version !== undefined || (bot.server ?? server) !== server) continue;
      const other = this.#known.get(id);
      if (other !== undefined) {
        throw new CommandFailure('usage', `${this.shown(other.file)} and ${this.shown(file)} have the same bot.`);
      }
      this.#known.set(id, { file, bot });
    }
  }

  known = (id: string): BotInFile | undefined => this.#known.get(id)?.bot;

  /** The file of the bot, or a new name for it. */
  fileOf(bot: BotRecord): string {
    const known = this.#known.get(bot.id);
    if (known !== undefined) return known.file;
    const name = fileNameOf(bot, (wanted) => this.#names.has(wanted.toLowerCase()));
    this.#names.add(name.toLowerCase());
    return join(this.#folder, name);
  }

  shown = (file: string): string => relative('', file).split(sep).join('/');

  /**
   * A link in the folder may lead out of it.
   *
   * @throws {FileElsewhere} When the file, or the existing part of its path, is outside.
   * @spec PU21
   */
  checkPlace(file: string): void {
    if (!existsSync(this.#folder)) return;
    let path = file;
    while (lstatSync(path, { throwIfNoEntry: false }) === undefined) path = dirname(path);
    if (existsSync(path) && isWithin(realpathSync(path), realpathSync(this.#folder))) return;
    throw new FileElsewhere(`${this.shown(file)} is a link that leads out of the folder: nothing is written there.`);
  }

  async write(file: string, text: string, isDry = false): Promise<void> {
    this.checkPlace(file);
    if (isDry) return;
    const folder = join(file, '..');
    try {
      mkdirSync(folder, { recursive: true });
    } catch (error) {
      throw unusable(`The folder ${folder}`, error);
    }
    await writeBotFile(file, text);
  }
}

function jsonFilesIn(folder: string): readonly string[] {
  try {
    if (statSync(folder, { throwIfNoEntry: false }) === undefined) return [];
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.name.endsWith('.json') && !entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    throw unusable(`The folder ${folder}`, error);
  }
}
