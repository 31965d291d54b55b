import { isApiError, type Violation } from '@botwright/client';
import { isLinkedBot } from '@botwright/core/files';
import { hashOf } from '../bot-files/bot-file.ts';
import { type ChosenFile, chooseFiles } from '../bot-files/chosen-files.ts';
import { connect } from '../bot-files/connect.ts';
import { type BotsOfServer, botsOfServer } from '../bot-files/link-heads.ts';
import { type Outcome, renderViolations, reportEach } from '../bot-files/report.ts';
import { type BotsServer, inTrash, isInTrash, type PublicationPolicy, problemOf } from '../bots/bots-server.ts';
import { CommandFailure } from '../command-failure.ts';

/** The arguments of `botwright publish`. */
export interface PublishOptions {
  /** Files, globs, folders; empty: the paths in the config of the project. */
  readonly files: readonly string[];
  /** Address of the Bots API. */
  readonly to?: string;
  /** Label of the new versions. */
  readonly label?: string;
  /** `move` or `finish`: for the conversations under way. */
  readonly policy?: string;
  /** Whole days, with `finish`. */
  readonly days?: string;
  /** Publish drafts that are already live, too. */
  readonly force?: boolean;
  readonly dryRun?: boolean;
  /** Never printed. */
  readonly token?: string;
}

/**
 * Publishes the drafts of bots in files.
 *
 * @returns The exit code.
 * @throws {CommandFailure} When the server cannot be reached, or there is no file.
 * @spec PU11, PU12, PU13, PU20, PU24, PU25, PU26, PU27
 */
export async function publish(options: PublishOptions): Promise<number> {
  const label = options.label?.trim();
  if (label !== undefined && (label === '' || label.length > 255)) {
    throw new CommandFailure('usage', 'A label has 1 to 255 characters.');
  }
  const policy = readPolicy(options);
  const server = connect('--to', options.to, options.token);
  const bots = botsOfServer(server);
  const { files, faults } = await chooseFiles(options.files, server.url);
  return reportEach(files, (file) => publishFile({ server, bots, options, label, policy }, file), faults);
}

interface Publishing {
  readonly server: BotsServer;
  readonly options: PublishOptions;
  readonly bots: BotsOfServer;
  readonly label: string | undefined;
  readonly policy: PublicationPolicy;
}

const mostDays = 30;

/** @throws {CommandFailure} @spec PU27 */
function readPolicy({ policy, days }: PublishOptions): PublicationPolicy {
  if (policy !== undefined && policy !== 'move' && policy !== 'finish') {
    throw new CommandFailure('usage', 'A policy is move or finish.');
  }
  const count = days === undefined ? undefined : Number(days);
  if (count !== undefined && !(Number.isInteger(count) && count >= 1 && count <= mostDays && policy === 'finish')) {
    throw new CommandFailure('usage', `--days is a whole number from 1 to ${mostDays}, and goes with --policy finish.`);
  }
  return { ...(policy !== undefined && { policy }), ...(count !== undefined && { days: count }) };
}

async function publishFile({ server, options, bots, label, policy }: Publishing, file: ChosenFile): Promise<Outcome> {
  const { name, bot } = file;
  const { id } = bot.bot;
  if (bot.server !== undefined && bot.server !== server.url)
    return refused(file, `It is of another server, ${bot.server}.`);
  if (id === undefined) return refused(file, 'It names no bot: push it with --create first.');
  try {
    const draft = await server.getDraft(id);
    const hash = hashOf(bot.diagram);
    if (hashOf(draft.diagram) !== hash)
      return refused(file, 'The draft on the server says something else: push the file first.');
    const stranger = await findStranger(file, bots);
    if (stranger !== undefined) return refused(file, stranger);
    const isLive = options.force !== true && (await latestHash(server, id)) === hash;
    // A draft and versions in the trash can be read; without a publication, no other call reports the trash.
    if ((isLive || options.dryRun === true) && (await isInTrash(server, id))) return refused(file, inTrash);
    if (isLive) return { kind: 'same', status: 'unchanged', name };
    if (options.dryRun === true) return await tryOut(server, id, file, policy);
    const restarts = await restartNotes(server, id, policy);
    const { published_at } = await server.publish(id, draft.revision, policy);
    const problems = label === undefined ? [] : await setLabel(server, { id, published_at, label });
    const isLabelled = problems.length === 0;
    const status = isLabelled ? 'published' : 'published without label';
    return {
      kind: isLabelled ? 'done' : 'refused',
      status,
      name,
      detail: `revision ${draft.revision} at ${published_at}`,
      notes: [...problems, ...restarts],
    };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    if (isApiError(error, 'bot_not_found') && (await isInTrash(server, id))) return refused(file, inTrash);
    return refused(file, problem, isApiError(error) ? error.violations : []);
  }
}

/** Reports a number of the file that belongs to another bot on the server. @spec PU20 */
async function findStranger({ bot: { links = {} } }: ChosenFile, bots: BotsOfServer): Promise<string | undefined> {
  const linked = Object.entries(links);
  const known = linked.length === 0 ? [] : await bots.list();
  for (const [number, meaning] of linked) {
    const there = known.find((bot) => bot.number === Number(number));
    if (there === undefined || isLinkedBot(there, meaning)) continue;
    const name = meaning.name === undefined ? '' : `, ${JSON.stringify(meaning.name)}`;
    return `It links to bot ${number}${name}, and on the server that is ${JSON.stringify(there.name)}: push the file first.`;
  }
  return undefined;
}

/** @returns `undefined` for a bot that was never published. */
async function latestHash(server: BotsServer, id: string): Promise<string | undefined> {
  try {
    return hashOf(await server.getLatestVersion(id));
  } catch (error) {
    if (isApiError(error, 'version_not_found')) return undefined;
    throw error;
  }
}

/** Errors prevent a publication; warnings do not. @spec PU13 */
async function tryOut(server: BotsServer, id: string, file: ChosenFile, policy: PublicationPolicy): Promise<Outcome> {
  const violations = await server.validateDraft(id);
  if (violations.some(({ severity }) => severity === 'error')) {
    return refused(file, 'The draft breaks rules.', violations);
  }
  return {
    kind: 'done',
    status: 'would publish',
    name: file.name,
    notes: [...renderViolations(file.name, file.bot, violations), ...(await restartNotes(server, id, policy))],
  };
}

/** Nothing if no conversation begins again, or the server does not count them. @spec PU26 */
async function restartNotes(server: BotsServer, id: string, { policy }: PublicationPolicy): Promise<readonly string[]> {
  try {
    const { total, is_exact } = await server.previewPublication(id, policy);
    if (total === 0) return [];
    const subject = `${total.toLocaleString('en')}${is_exact ? '' : ' or more'} ${total === 1 ? 'conversation waits' : 'conversations wait'}`;
    return [`${subject} at blocks that it removes or gives another type: the next message begins again.`];
  } catch (error) {
    if (problemOf(error) === undefined) throw error;
    return [];
  }
}

/**
 * The response to a publication has no version id: it is the latest, unless somebody published since.
 *
 * @returns The problem, if any.
 * @spec PU11
 */
async function setLabel(
  server: BotsServer,
  { id, published_at, label }: { readonly id: string; readonly published_at: string; readonly label: string },
): Promise<readonly string[]> {
  try {
    const latest = await server.findLatestVersion(id);
    if (latest.published_at !== published_at) return ['Somebody published since.'];
    await server.labelVersion(id, latest.id, label);
    return [];
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    return [problem];
  }
}

function refused(file: ChosenFile, detail: string, violations: readonly Violation[] = []): Outcome {
  const notes = renderViolations(file.name, file.bot, violations);
  return { kind: 'refused', status: 'not published', name: file.name, detail, notes };
}
