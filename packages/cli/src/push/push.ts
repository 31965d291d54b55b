import { basename } from 'node:path';
import { isApiError } from '@botwright/client';
import { botLinksIn, type Catalog, type Diagram, relinkBots } from '@botwright/core/diagram';
import {
  type LinkableBot,
  type LinkHead,
  type LinkHeads,
  type LinkPlan,
  type LinkTarget,
  planLinks,
} from '@botwright/core/files';
import {
  type BotInFile,
  checkWritable,
  hashOf,
  readBotInFile,
  renderBotFile,
  schemaOf,
  writeBotFile,
} from '../bot-files/bot-file.ts';
import { type ChosenFile, chooseFiles } from '../bot-files/chosen-files.ts';
import { connect } from '../bot-files/connect.ts';
import { type BotsOfServer, botsOfServer, linkHeadsOf } from '../bot-files/link-heads.ts';
import { mapBounded } from '../bot-files/map-bounded.ts';
import { botsAtOnce, type Outcome, renderViolations, reportEach } from '../bot-files/report.ts';
import { type BotsServer, inTrash, isInTrash, problemOf, type ServerDraft } from '../bots/bots-server.ts';
import { projectCatalog } from '../project/project-config.ts';

/** The arguments of `botwright push`. */
export interface PushOptions {
  /** Files, globs, folders; empty: the paths in the config of the project. */
  readonly files: readonly string[];
  /** Address of the Bots API. */
  readonly to?: string;
  /** Overwrite changes on the server. */
  readonly force?: boolean;
  /** Create bots for files without a bot. */
  readonly create?: boolean;
  /** Workspace of created bots; required if the token has several. */
  readonly workspace?: number;
  readonly dryRun?: boolean;
  /** Never printed. */
  readonly token?: string;
}

/**
 * Writes bots of files into drafts. Creates bots before it writes any draft, so that they can link to one another.
 *
 * @returns The exit code.
 * @throws {CommandFailure} When the server cannot be reached, or there is no file.
 * @spec PU7, PU8, PU9, PU10, PU18, PU19, PU24, PU25
 */
export async function push(options: PushOptions): Promise<number> {
  const server = connect('--to', options.to, options.token);
  const { files, faults } = await chooseFiles(options.files, server.url);
  const pushing = { server, options, catalog: await projectCatalog(), bots: botsOfServer(server) };
  const plan = await planPush(pushing, files);
  const made = options.dryRun === true ? new Map() : await createBots(pushing, plan);
  return reportEach(plan, (planned) => pushFile(pushing, planned, made), faults);
}

interface Pushing {
  readonly server: BotsServer;
  readonly options: PushOptions;
  readonly catalog: Catalog;
  readonly bots: BotsOfServer;
}

/** A file and the bots of its numbers; or the reason that it is not pushed. */
type PlannedFile = {
  readonly file: ChosenFile;
} & ({ readonly targets: ReadonlyMap<number, LinkTarget<ChosenFile>> } | { readonly problem: string });

/** A created bot with its written file; or the reason that it was not created. */
type Created =
  | { readonly bot: LinkableBot; readonly file: ChosenFile; readonly draft: ServerDraft }
  | { readonly problem: string };

/** Refuses files that cannot be pushed, and files that link to them, before it writes anything. @spec PU19 */
async function planPush(
  { server, options, catalog, bots }: Pushing,
  files: readonly ChosenFile[],
): Promise<readonly PlannedFile[]> {
  const refusals = new Map<ChosenFile, string>();
  for (const file of files) {
    const { server: url, bot } = file.bot;
    if (url !== undefined && url !== server.url) refusals.set(file, `It is of another server, ${url}.`);
    else if (bot.id === undefined && options.create !== true) {
      refusals.set(file, 'It names no bot: push it with --create to create one.');
    }
  }
  const names = new Map(
    files.map((file) => [file, refusals.has(file) ? [] : botLinksIn(file.bot.diagram, catalog).map(({ bot }) => bot)]),
  );
  const linking = files.filter((file) => names.get(file)?.length !== 0);
  const listed = linking.length === 0 ? [] : await bots.list();
  const unknownIds = await unknownAmong([...names.values()].flat(), server, listed);
  for (;;) {
    const created = files.filter((file) => file.bot.bot.id === undefined && !refusals.has(file));
    const context = { catalog, created, bots: listed, unknownIds, url: server.url };
    const plans = new Map(
      linking.filter((file) => !refusals.has(file)).map((file) => [file, planLinks(file, context)]),
    );
    const refused = [...plans].flatMap(([file, plan]) =>
      plan.ok ? [] : [[file, describeLost(plan, server.url)] as const],
    );
    for (const [file, problem] of refused) refusals.set(file, problem);
    // Others may have linked to a bot that is not created now.
    if (refused.length > 0) continue;
    return files.map((file): PlannedFile => {
      const problem = refusals.get(file);
      if (problem !== undefined) return { file, problem };
      const plan = plans.get(file);
      return { file: withNumber(file, listed), targets: plan?.ok === true ? plan.targets : new Map() };
    });
  }
}

/** @spec PU19 */
function describeLost({ link, meaning }: Extract<LinkPlan<ChosenFile>, { ok: false }>, url: string): string {
  const { block, bot } = link;
  if (typeof bot === 'string') return `Block ${JSON.stringify(block)} links to bot ${bot}, which is not on ${url}.`;
  const name = meaning?.name === undefined ? '' : `, ${JSON.stringify(meaning.name)}`;
  return (
    `Block ${JSON.stringify(block)} links to bot ${bot}${name}, of another server: ` +
    `it is neither on ${url} nor among the bots that are created. Push both together, ` +
    'or write the uuid of a bot of that server in place of the number.'
  );
}

/** Uuids without a bot on the server; a bot in the trash exists. */
async function unknownAmong(
  named: readonly (number | string)[],
  server: BotsServer,
  listed: readonly LinkableBot[],
): Promise<ReadonlySet<string>> {
  const known = new Set(listed.map(({ id }) => id.toLowerCase()));
  const ids = [...new Set(named)].filter((bot) => typeof bot === 'string').filter((id) => !known.has(id));
  const unknown = await mapBounded(ids, botsAtOnce, async (id) => {
    try {
      await server.getBot(id);
      return [];
    } catch (error) {
      if (isApiError(error, 'bot_not_found')) return [id];
      if (problemOf(error) === undefined) throw error;
      return [];
    }
  });
  return new Set(unknown.flat());
}

/** Uses the number of the bot on this server: a file may have the number of another server. */
function withNumber(file: ChosenFile, listed: readonly LinkableBot[]): ChosenFile {
  const { bot } = file.bot;
  const number = bot.id === undefined ? undefined : listed.find(({ id }) => id === bot.id)?.number;
  return number === undefined || number === bot.number
    ? file
    : { ...file, bot: { ...file.bot, bot: { ...bot, number } } };
}

/** @spec PU10 */
async function createBots(pushing: Pushing, plan: readonly PlannedFile[]): Promise<ReadonlyMap<ChosenFile, Created>> {
  const wanted = plan.flatMap((planned) =>
    'targets' in planned && planned.file.bot.bot.id === undefined ? [planned] : [],
  );
  const created = await mapBounded(wanted, botsAtOnce, async ({ file, targets }): Promise<[ChosenFile, Created]> => {
    try {
      return [file, await createFrom(pushing, file, targets)];
    } catch (error) {
      const problem = problemOf(error);
      if (problem === undefined) throw error;
      return [file, { problem }];
    }
  });
  return new Map(created);
}

async function pushFile(
  pushing: Pushing,
  planned: PlannedFile,
  made: ReadonlyMap<ChosenFile, Created>,
): Promise<Outcome> {
  const { file } = planned;
  if ('problem' in planned) return refused(file, planned.problem);
  const { id } = file.bot.bot;
  const created = made.get(file);
  if (created !== undefined && 'problem' in created) return refused(file, created.problem);
  if (id === undefined && pushing.options.dryRun === true) {
    return { kind: 'done', status: 'would create', name: file.name, detail: `bot "${newBotOf(file).name}"` };
  }
  try {
    const { diagram, notes, problem } = relinked(pushing, planned, made);
    if (problem !== undefined) return refused(file, problem);
    const outcome =
      created === undefined
        ? await pushDraft(pushing, file, { id: id as string, diagram })
        : await write(
            { ...pushing, file: created.file, id: created.bot.id, diagram },
            created.draft.revision,
            'created',
          );
    return notes.length === 0 ? outcome : { ...outcome, notes: [...notes, ...(outcome.notes ?? [])] };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    const isGone = isApiError(error, 'bot_not_found');
    return refused(file, isGone && (await isInTrash(pushing.server, id)) ? inTrash : problem);
  }
}

/** The diagram with the links' numbers on the server. @spec PU18 */
function relinked(
  { server, catalog }: Pushing,
  { file, targets }: Extract<PlannedFile, { readonly targets: unknown }>,
  made: ReadonlyMap<ChosenFile, Created>,
): { readonly diagram: Diagram; readonly notes: readonly string[]; readonly problem?: string } {
  const notes = [...targets].flatMap(([number, target]) =>
    target.kind === 'same' && target.stranger !== undefined
      ? [
          `${file.name}: block ${JSON.stringify(target.block)} links to bot ${number}, ` +
            `${JSON.stringify(target.stranger.name)}, of ${server.url}`,
        ]
      : [],
  );
  let problem: string | undefined;
  const diagram = relinkBots(file.bot.diagram, catalog, ({ bot: number, block }) => {
    const target = typeof number === 'number' ? targets.get(number) : undefined;
    if (target === undefined || target.kind === 'same') return undefined;
    if (target.kind === 'bot') return target.bot;
    const created = made.get(target.file);
    if (created !== undefined && 'bot' in created) return created.bot;
    // A dry run creates nothing.
    if (created !== undefined) problem = `Block "${block}" links to ${target.file.name}, of which no bot was created.`;
    return undefined;
  });
  return { diagram, notes, ...(problem !== undefined && { problem }) };
}

async function pushDraft(
  pushing: Pushing,
  file: ChosenFile,
  { id, diagram }: { readonly id: string; readonly diagram: Diagram },
): Promise<Outcome> {
  const { server, options } = pushing;
  const { bot } = file;
  const there = await server.getDraft(id);
  const isSame = hashOf(there.diagram) === hashOf(diagram);
  // A draft in the trash can be read; without a write, no other call reports the trash.
  if ((isSame || options.dryRun === true) && (await isInTrash(server, id))) return refused(file, inTrash);
  if (isSame) {
    // Somebody else may have written the same diagram.
    if (bot.draft?.revision !== there.revision && options.dryRun !== true)
      await store({ ...pushing, file, id, diagram }, there);
    return { kind: 'same', status: 'unchanged', name: file.name };
  }
  const revision = options.force === true ? undefined : bot.draft?.revision;
  if (options.force !== true && revision !== there.revision) return refused(file, describeChange(bot, there, id));
  if (options.dryRun === true) {
    return { kind: 'done', status: 'would push', name: file.name, detail: `over revision ${there.revision}` };
  }
  await checkWritable(file.path);
  return write({ ...pushing, file, id, diagram }, revision);
}

interface Written extends Pushing {
  readonly file: ChosenFile;
  readonly id: string;
  /** With the numbers of the server. */
  readonly diagram: Diagram;
}

/** @param revision - The required revision of the draft; absent: any. */
async function write(written: Written, revision: number | undefined, status = 'pushed'): Promise<Outcome> {
  const { server, file, id, diagram } = written;
  let draft: ServerDraft;
  try {
    draft = await server.putDraft(id, diagram, revision);
  } catch (error) {
    if (!isApiError(error, 'draft_changed')) throw error;
    return refused(file, describeChange(file.bot, await server.getDraft(id), id));
  }
  const now = await store(written, draft);
  const { violations } = draft;
  const isBroken = violations.some(({ severity }) => severity === 'error');
  const problem = isBroken ? '; it cannot be published as it is' : '';
  return {
    kind: 'done',
    status,
    name: file.name,
    detail: `revision ${draft.revision}${problem}`,
    notes: renderViolations(file.name, now, violations),
  };
}

/** Writes the server's data into the file. @spec PU8, BF18 */
async function store({ server, file, id, ...known }: Written, { diagram, revision }: ServerDraft): Promise<BotInFile> {
  const bot = await describe(server, { ...file.bot.bot, id });
  const head = {
    ...schemaOf(file.bot),
    server: server.url,
    bot,
    draft: { revision, sha256: hashOf(diagram) },
    links: await linkHeadsOf(diagram, known.catalog, bot.number, known.bots.list),
  };
  await writeBotFile(file.path, file.bot.mark + renderBotFile(head, diagram));
  return readBotInFile(file.path) as BotInFile;
}

/** Adds missing data of the bot to the file. An unknown number does not fail it: the draft is written. */
async function describe(
  server: BotsServer,
  bot: BotInFile['bot'] & { readonly id: string },
): Promise<BotInFile['bot']> {
  const isNamed = bot.name !== undefined && bot.channelFamily !== undefined;
  if (isNamed && bot.number !== undefined) return bot;
  try {
    const { number, name, channelFamily } = await server.getBot(bot.id);
    return { number, name, channelFamily, ...bot };
  } catch (error) {
    if (isNamed && problemOf(error) !== undefined) return bot;
    throw error;
  }
}

/** @spec PU9 */
function describeChange({ draft }: BotInFile, there: ServerDraft, id: string): string {
  const when = `revision ${there.revision} of ${there.edited_at}`;
  if (draft === undefined) {
    return `It does not say which revision it was made from, and the server has ${when}. Pull it, or push with --force.`;
  }
  return (
    `The draft changed on the server: it has ${when}, and the file is from revision ${draft.revision}. ` +
    `Pull it, or push with --force; "botwright diff" compares the file with ${id}@draft.`
  );
}

/** The bot created from a file without one. @spec PU10 */
function newBotOf({ path, bot }: ChosenFile): { readonly name: string; readonly channelFamily: string } {
  const { name = basename(path, '.json').slice(0, 50), channelFamily = 'native' } = bot.bot;
  return { name, channelFamily };
}

/** @spec PU10 */
async function createFrom(
  { server, options, bots }: Pushing,
  file: ChosenFile,
  targets: ReadonlyMap<number, LinkTarget<ChosenFile>>,
): Promise<Created> {
  const { name, channelFamily } = newBotOf(file);
  const wanted = {
    name,
    channel_family: channelFamily,
    ...(options.workspace !== undefined && { workspace: options.workspace }),
  };
  // Otherwise nothing would name the bot, and each push would create another.
  await checkWritable(file.path);
  const bot = await server.createBot(wanted);
  const { id } = bot;
  bots.add(bot);
  // The file names the bot before its diagram is written: if this fails, the next push creates no second one.
  const draft = await server.getDraft(id);
  const made = {
    ...schemaOf(file.bot),
    server: server.url,
    // Until the diagram is written, the file has its original numbers: the number of the bot could be one of them.
    bot: { id, name, channelFamily },
    draft: { revision: draft.revision, sha256: hashOf(draft.diagram) },
    links: { ...file.bot.links, ...headsOfTargets(file, targets, { id, name, channelFamily }) },
  };
  await writeBotFile(file.path, file.bot.mark + renderBotFile(made, file.bot.diagram));
  return { bot, draft, file: { ...file, bot: readBotInFile(file.path) as BotInFile } };
}

/** The bots of the file's numbers that are not yet the server's numbers. */
function headsOfTargets(
  file: ChosenFile,
  targets: ReadonlyMap<number, LinkTarget<ChosenFile>>,
  own: LinkHead,
): LinkHeads {
  return Object.fromEntries(
    [...targets].flatMap(([number, target]) => {
      if (target.kind !== 'file') return [];
      return [[number, target.file === file ? own : (file.bot.links?.[number] ?? newBotOf(target.file))] as const];
    }),
  );
}

const refused = ({ name }: ChosenFile, detail: string): Outcome => ({
  kind: 'refused',
  status: 'not pushed',
  name,
  detail,
});
