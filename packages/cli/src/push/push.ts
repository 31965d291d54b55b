import { basename } from 'node:path';
import { isApiError } from '@botwright/client';
import {
  type BotInFile,
  checkWritable,
  hashOf,
  readBotInFile,
  renderBotFile,
  writeBotFile,
} from '../bot-files/bot-file.ts';
import { type ChosenFile, chooseFiles } from '../bot-files/chosen-files.ts';
import { connect } from '../bot-files/connect.ts';
import { mapBounded } from '../bot-files/map-bounded.ts';
import { type Outcome, printOutcome, renderViolations, summarise } from '../bot-files/report.ts';
import { inTrash, isInTrash } from '../bot-files/trash.ts';
import { type BotsServer, problemOf, type ServerDraft } from '../bots/bots-server.ts';
import type { PushOptions } from './push-options.ts';

const filesAtOnce = 4;

/**
 * Puts bots of files into drafts.
 *
 * @returns The exit code.
 * @throws {CommandFailure} When the server cannot be reached, or there is no file.
 * @spec PU7, PU8, PU9, PU10, PU7004, PU7005
 */
export async function push(options: PushOptions): Promise<number> {
  const server = connect('--to', options.to, options.token);
  const { files, faults } = await chooseFiles(options.files, server.url);
  for (const fault of faults) printOutcome(fault);
  const outcomes = await mapBounded(files, filesAtOnce, async (file) => {
    const outcome = await pushFile({ server, options }, file);
    printOutcome(outcome);
    return outcome;
  });
  return summarise([...faults, ...outcomes]);
}

interface Pushing {
  readonly server: BotsServer;
  readonly options: PushOptions;
}

async function pushFile(pushing: Pushing, file: ChosenFile): Promise<Outcome> {
  const { server: url, bot } = file.bot;
  if (url !== undefined && url !== pushing.server.url) return refused(file, `It is of another server, ${url}.`);
  try {
    return bot.id === undefined ? await createFrom(pushing, file) : await pushDraft(pushing, file, bot.id);
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    const isGone = isApiError(error, 'bot_not_found');
    return refused(file, isGone && (await isInTrash(pushing.server, bot.id)) ? inTrash : problem);
  }
}

async function pushDraft({ server, options }: Pushing, file: ChosenFile, id: string): Promise<Outcome> {
  const { bot } = file;
  const there = await server.getDraft(id);
  const isSame = hashOf(there.diagram) === hashOf(bot.diagram);
  // A draft in the trash can be read, and nothing else says so where nothing is written.
  if ((isSame || options.dryRun === true) && (await isInTrash(server, id))) return refused(file, inTrash);
  if (isSame) {
    // Somebody else may have written the same.
    if (bot.draft?.revision !== there.revision && options.dryRun !== true) await store({ server, file, id }, there);
    return { kind: 'same', what: 'unchanged', name: file.name };
  }
  const revision = options.force === true ? undefined : bot.draft?.revision;
  if (options.force !== true && revision !== there.revision) return refused(file, describeChange(bot, there, id));
  if (options.dryRun === true) {
    return { kind: 'done', what: 'would push', name: file.name, detail: `over revision ${there.revision}` };
  }
  await checkWritable(file.path);
  return write({ server, file, id }, revision);
}

interface Written {
  readonly server: BotsServer;
  readonly file: ChosenFile;
  readonly id: string;
}

/** @param revision - What the draft has to be at; left out: anything. */
async function write(written: Written, revision: number | undefined, what = 'pushed'): Promise<Outcome> {
  const { server, file, id } = written;
  let draft: ServerDraft;
  try {
    draft = await server.putDraft(id, file.bot.diagram, revision);
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
    what,
    name: file.name,
    detail: `revision ${draft.revision}${problem}`,
    notes: renderViolations(file.name, now, violations),
  };
}

/** Writes what the server has into the file. @spec PU8 */
async function store({ server, file, id }: Written, { diagram, revision }: ServerDraft): Promise<BotInFile> {
  const head = {
    server: server.url,
    bot: await describe(server, { ...file.bot.bot, id }),
    draft: { revision, sha256: hashOf(diagram) },
  };
  await writeBotFile(file.path, file.bot.mark + renderBotFile(head, diagram));
  return readBotInFile(file.path) as BotInFile;
}

/** Adds what the file does not say of its bot. Its number is no reason to fail: the draft is written. */
async function describe(
  server: BotsServer,
  bot: BotInFile['bot'] & { readonly id: string },
): Promise<BotInFile['bot']> {
  const isNamed = bot.name !== undefined && bot.channelFamily !== undefined;
  if (isNamed && bot.number !== undefined) return bot;
  try {
    const { number, name, channel_family: channelFamily } = await server.getBot(bot.id);
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

/** @spec PU10 */
async function createFrom({ server, options }: Pushing, file: ChosenFile): Promise<Outcome> {
  if (options.create !== true) return refused(file, 'It names no bot: push it with --create to create one.');
  const { name = basename(file.path, '.json').slice(0, 50), channelFamily = 'native' } = file.bot.bot;
  const wanted = {
    name,
    channel_family: channelFamily,
    ...(options.workspace !== undefined && { workspace: options.workspace }),
  };
  if (options.dryRun === true) return { kind: 'done', what: 'would create', name: file.name, detail: `bot "${name}"` };
  // Otherwise nothing would name the bot, and each push create another.
  await checkWritable(file.path);
  const { id, number } = await server.createBot(wanted);
  // The file names the bot before its diagram is written: when that fails, the next push creates no second one.
  const draft = await server.getDraft(id);
  const made = {
    server: server.url,
    bot: { id, number, name, channelFamily },
    draft: { revision: draft.revision, sha256: hashOf(draft.diagram) },
  };
  await writeBotFile(file.path, file.bot.mark + renderBotFile(made, file.bot.diagram));
  const named: ChosenFile = { ...file, bot: readBotInFile(file.path) as BotInFile };
  return write({ server, file: named, id }, draft.revision, 'created');
}

const refused = ({ name }: ChosenFile, detail: string): Outcome => ({
  kind: 'refused',
  what: 'not pushed',
  name,
  detail,
});
