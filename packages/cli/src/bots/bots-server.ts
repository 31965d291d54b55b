import { randomUUID } from 'node:crypto';
import {
  type Bot,
  type CreateBotBody,
  createBotsClient,
  isApiError,
  type Publication,
  type VersionSummary,
  type Violation,
} from '@botwright/client';
import type { Diagram } from '@botwright/core/diagram';
import { CommandFailure } from '../command-failure.ts';

export interface ServerDraft {
  readonly diagram: Diagram;
  readonly revision: number;
  readonly edited_at: string;
  readonly violations: readonly Violation[];
}

/**
 * What the commands do with a Bots API. They wait when it asks for fewer requests. An `ApiError` is about one bot.
 *
 * @throws {CommandFailure} When the server cannot be reached, is none, or does not take the token: for all bots alike.
 * @spec PU16
 */
export interface BotsServer {
  /** The base address, without a slash at the end. */
  readonly url: string;
  listBots(): Promise<readonly Bot[]>;
  getBot(id: string): Promise<Bot>;
  createBot(bot: CreateBotBody): Promise<Bot>;
  getDraft(id: string): Promise<ServerDraft>;
  /** @param revision - The draft is written at this one only; left out: at any. */
  putDraft(id: string, diagram: Diagram, revision: number | undefined): Promise<ServerDraft>;
  validateDraft(id: string): Promise<readonly Violation[]>;
  listVersions(id: string): Promise<readonly VersionSummary[]>;
  getVersion(id: string, version: string): Promise<Diagram>;
  /** Of a bot that was never published: `version_not_found`. */
  getLatestVersion(
    id: string,
  ): Promise<{ readonly id: string; readonly published_at: string; readonly diagram: Diagram }>;
  publish(id: string, revision: number): Promise<Publication>;
  labelVersion(id: string, version: string, name: string): Promise<void>;
}

/** The client repeats a request a few times. Several bots at a time share the rate of the token, so one may need more. */
const mostRounds = 5;
const maxRetryWaitMs = 600_000;

const pageSize = 100;

/** @param address - As it was typed. */
export function readServerUrl(address: string, flag: string): string {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '') {
    const example = 'such as https://bots.example.com/v0-alpha';
    throw new CommandFailure('usage', `${flag} is the address of a Bots API, ${example}.`);
  }
  return url.href.replace(/\/+$/, '');
}

/** @param token - Sent to this server alone, and in no message. */
export function botsServer(url: string, token: string | undefined): BotsServer {
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    throw new CommandFailure('usage', 'The token is empty, or has characters that no token has.');
  }
  const { bots, drafts, versions } = createBotsClient({ url, token, maxRetryWaitMs });
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
    return { ...(draft as unknown as Omit<ServerDraft, 'revision'>), revision };
  };
  const ifMatch = (revision: number | undefined) => (revision === undefined ? {} : { ifMatch: `"${revision}"` });

  return {
    url,
    listBots: () => call(() => bots.list({ page_size: pageSize }).all()),
    getBot: (id) => call(() => bots.get(id)),
    createBot: (bot) => call(() => bots.create(bot, { idempotencyKey: randomUUID() })),
    getDraft: async (id) => draftOf(await call(() => drafts.get(id))),
    putDraft: async (id, diagram, revision) =>
      draftOf(await call(() => drafts.save(id, { diagram }, ifMatch(revision)))),
    validateDraft: async (id) => (await call(() => drafts.validate(id))).violations,
    listVersions: (id) => call(() => versions.list(id, { page_size: pageSize }).all()),
    getVersion: async (id, version) => (await call(() => versions.get(id, version))).diagram as Diagram,
    getLatestVersion: async (id) => {
      const { diagram, ...version } = await call(() => versions.getLatest(id));
      return { ...version, diagram: diagram as Diagram };
    },
    publish: (id, revision) =>
      call(() => versions.publish(id, {}, { ...ifMatch(revision), idempotencyKey: randomUUID() })),
    labelVersion: async (id, version, name) => {
      await call(() => versions.label(id, version, { name }));
    },
  };
}

/** An error that the next bot would meet, too, ends the command. */
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
