import { randomUUID } from 'node:crypto';
import {
  type BotsClient,
  type CreateBotBody,
  createBotsClient,
  isApiError,
  type Pages,
  type Violation,
} from '@botwright/client';
import type { FeedbackConfiguration, JournaledConversation } from '@botwright/core/conversation';
import type { ChangeSet, Diagram } from '@botwright/core/diagram';
import { CommandFailure } from '../command-failure.ts';
import {
  type BotRecord,
  readRecord,
  UnusableRecord,
  type VersionRecord,
  type WaitingRecord,
} from './server-records.ts';

export interface ServerDraft {
  readonly diagram: Diagram;
  readonly revision: number;
  readonly edited_at: string;
  readonly violations: readonly Violation[];
}

/** As in the body of a publication. */
export interface PublicationPolicy {
  readonly policy?: 'move' | 'finish';
  readonly days?: number;
}

/** The revision of an edited draft, and the program that edits it. */
interface EditOptions {
  readonly revision: number;
  readonly by: string;
  readonly dryRun: boolean;
}

type PatchDraftBody = Parameters<BotsClient['drafts']['edit']>[1];

/** A list; an unusable entry affects only its bot or version. */
export type Listed<T> = T | UnusableRecord;

/**
 * The commands' calls of a Bots API. They wait when the server asks for fewer requests. An `ApiError` or
 * `UnusableRecord` concerns one bot; every response is checked before its use.
 *
 * @throws {CommandFailure} When the server cannot be reached, is not a Bots API, or refuses the token: this concerns
 *   all bots.
 * @spec PU16, PU21, PU22, PU23
 */
export interface BotsServer {
  /** The base address, without a slash at the end. */
  readonly url: string;
  /** @param state - Default active. */
  listBots(state?: 'active' | 'trashed'): Promise<readonly Listed<BotRecord>[]>;
  getBot(id: string): Promise<BotRecord>;
  createBot(bot: CreateBotBody): Promise<BotRecord>;
  getDraft(id: string): Promise<ServerDraft>;
  /** @param revision - Writes the draft only at this revision; absent: at any. */
  putDraft(id: string, diagram: Diagram, revision: number | undefined, by?: string): Promise<ServerDraft>;
  /** Applies a change set at this revision. A dry run stores nothing. */
  editDraft(id: string, changes: ChangeSet, write: EditOptions): Promise<ServerDraft>;
  /** @param diagram - Absent: the stored draft. */
  validateDraft(id: string, diagram?: Diagram): Promise<readonly Violation[]>;
  getScenarios(id: string): Promise<{ readonly text: string; readonly revision: number }>;
  putScenarios(
    id: string,
    scenarios: { readonly text: string; readonly revision: number },
  ): Promise<{ readonly revision: number }>;
  listVersions(id: string): Promise<readonly Listed<VersionRecord>[]>;
  getVersion(id: string, version: string): Promise<Diagram>;
  getFeedback(id: string): Promise<FeedbackConfiguration>;
  /** The newest conversations in the journal, each once. @param customer - Only of this customer. */
  listJournal(id: string, most: number, customer?: number): Promise<readonly JournaledConversation[]>;
  /** Fails with `version_not_found` for a bot that was never published. */
  getLatestVersion(id: string): Promise<Diagram>;
  findLatestVersion(id: string): Promise<{ readonly id: string; readonly published_at: string }>;
  /** The conversations that a publication of the draft would begin again. */
  previewPublication(id: string, policy: PublicationPolicy['policy']): Promise<WaitingRecord>;
  publish(id: string, revision: number, policy: PublicationPolicy): Promise<{ readonly published_at: string }>;
  labelVersion(id: string, version: string, name: string): Promise<void>;
}

/**
 * The client repeats a request a few times. Several concurrent bots share the rate of the token, so a request may need
 * more.
 */
const mostRounds = 5;
const maxRetryWaitMs = 600_000;

const pageSize = 100;

/** Maximum of pages, for an endless list. */
const mostListed = 100_000;

/** Maximum bytes of a response: a diagram is a fraction of it. */
const largestAnswer = 32 * 1_048_576;

/** @param address - The address that the user typed. */
export function readServerUrl(address: string, flag: string): string {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '') {
    const example = 'such as https://bots.example.com/v0-alpha';
    throw new CommandFailure('usage', `${flag} is the address of a Bots API, ${example}.`);
  }
  return url.href.replace(/\/+$/, '');
}

/** @param token - Sent only to this server, and in no message. */
export function botsServer(url: string, token: string | undefined): BotsServer {
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    throw new CommandFailure('usage', 'The token is empty, or has characters that no token has.');
  }
  const { bots, drafts, feedback, journal, scenarios, versions } = createBotsClient({
    url,
    token,
    maxRetryWaitMs,
    maxResponseBytes: largestAnswer,
  });
  const call = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let round = 1; ; round += 1) {
      try {
        return await work();
      } catch (error) {
        const isLast = round === mostRounds || !isApiError(error, 'too_many_requests');
        if (isLast) throw failureOf(error, url, token !== undefined);
      }
    }
  };
  const draftOf = <T extends { readonly etag: string | undefined }>(draft: T): ServerDraft => {
    const revision = Number(/^"(\d+)"$/.exec(draft.etag ?? '')?.[1]);
    if (!Number.isSafeInteger(revision))
      throw new CommandFailure('failure', `${url} does not say revisions of drafts.`);
    const { diagram, edited_at, violations = [] } = draft as Partial<Record<keyof ServerDraft, unknown>>;
    return {
      diagram: readRecord.diagram(diagram),
      edited_at: readRecord.text(edited_at, 'time'),
      violations: readRecord.violations(violations),
      revision,
    };
  };
  const all = <T>(pages: () => Pages<unknown>, read: (value: unknown) => T): Promise<readonly Listed<T>[]> =>
    call(async () => {
      const found: Listed<T>[] = [];
      for await (const entry of pages()) {
        if (found.length === mostListed) {
          throw new CommandFailure('failure', `${url} lists more than ${mostListed.toLocaleString('en')} entries.`);
        }
        found.push(readOr(entry, read));
      }
      return found;
    });
  const ifMatch = (revision: number | undefined) => (revision === undefined ? {} : { ifMatch: `"${revision}"` });

  return {
    url,
    listBots: (state) => all(() => bots.list({ page_size: pageSize, ...(state && { state }) }), readRecord.bot),
    getBot: async (id) => readRecord.bot(await call(() => bots.get(id))),
    createBot: async (bot) => readRecord.bot(await call(() => bots.create(bot, { idempotencyKey: randomUUID() }))),
    getDraft: async (id) => draftOf(await call(() => drafts.get(id))),
    putDraft: async (id, diagram, revision, by) =>
      draftOf(await call(() => drafts.save(id, { diagram }, { ...ifMatch(revision), ...(by && { query: { by } }) }))),
    editDraft: async (id, changes, { revision, by, dryRun }) => {
      const query = { by, dry_run: dryRun };
      return draftOf(await call(() => drafts.edit(id, changes as PatchDraftBody, { ...ifMatch(revision), query })));
    },
    validateDraft: async (id, diagram) => {
      const body = diagram && { diagram };
      return readRecord.violations((await call(() => drafts.validate(id, body))).violations);
    },
    getScenarios: async (id) => readRecord.scenarios(await call(() => scenarios.get(id))),
    putScenarios: async (id, given) => readRecord.scenarios(await call(() => scenarios.save(id, given))),
    listVersions: (id) => all(() => versions.list(id, { page_size: pageSize }), readRecord.version),
    getFeedback: async (id) => readRecord.feedback(await call(() => feedback.get(id))),
    listJournal: (id, most, customer) =>
      call(async () => {
        // Conversations that begin meanwhile move the others to later pages.
        const found = new Map<string, JournaledConversation>();
        const query = { page_size: Math.min(most, pageSize), ...(customer !== undefined && { customer_id: customer }) };
        if (most > 0) {
          for await (const entry of journal.list(id, query)) {
            const conversation = readRecord.conversation(entry);
            found.set(`${conversation.customer}@${conversation.begunAt}`, conversation);
            if (found.size === most) break;
          }
        }
        return [...found.values()];
      }),
    getVersion: async (id, version) => readRecord.diagram((await call(() => versions.get(id, version))).diagram),
    getLatestVersion: async (id) => readRecord.diagram((await call(() => versions.getLatest(id))).diagram),
    findLatestVersion: async (id) => {
      const { id: version, published_at } = await call(() => versions.getLatest(id));
      return { id: readRecord.id(version, 'version'), published_at: readRecord.text(published_at, 'time') };
    },
    previewPublication: async (id, policy) => {
      const query = policy === undefined ? undefined : { policy };
      return readRecord.waiting((await call(() => versions.preview(id, query))).waiting);
    },
    publish: async (id, revision, policy) => {
      const { published_at } = await call(() =>
        versions.publish(id, policy, { ...ifMatch(revision), idempotencyKey: randomUUID() }),
      );
      return { published_at: readRecord.text(published_at, 'time') };
    },
    labelVersion: async (id, version, name) => {
      await call(() => versions.label(id, version, { name }));
    },
  };
}

function readOr<T>(value: unknown, read: (value: unknown) => T): Listed<T> {
  try {
    return read(value);
  } catch (error) {
    if (error instanceof UnusableRecord) return error;
    throw error;
  }
}

/** The problem of one bot: a refusal or an unusable response. @returns `undefined` for other errors. */
export function problemOf(error: unknown): string | undefined {
  if (isApiError(error)) return error.problem;
  return error instanceof UnusableRecord ? error.message : undefined;
}

export const inTrash = 'The bot is in the trash: take it out there first.';

/** No file of a bot in the trash is up to date. @spec PU25 */
export async function isInTrash(server: BotsServer, id: string | undefined): Promise<boolean> {
  if (id === undefined) return false;
  try {
    return (await server.getBot(id)).state === 'trashed';
  } catch (error) {
    if (problemOf(error) === undefined) throw error;
    // Ignored: the later call about the bot reports the problem.
    return false;
  }
}

/** An error that the next bot would also meet ends the command. */
function failureOf(error: unknown, url: string, hasToken: boolean): unknown {
  if (!isApiError(error)) return error;
  if (error.code === 'not_authenticated') {
    const { origin } = new URL(url);
    const problem = hasToken
      ? `${origin} does not accept the token.`
      : `${origin} needs an agent token: set BOTWRIGHT_TOKEN, or give --token.`;
    return new CommandFailure('failure', problem, { cause: error });
  }
  const ofServer = ['unreachable', 'timed_out', 'redirected', 'unexpected_response'];
  return ofServer.includes(error.code) ? new CommandFailure('failure', error.message, { cause: error }) : error;
}
