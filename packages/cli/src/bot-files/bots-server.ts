import { setTimeout as wait } from 'node:timers/promises';
import type { Diagram } from '@botwright/core/diagram';
import { CommandFailure, systemErrorCode } from '../command-failure.ts';

/** A bot as the Bots API answers it. */
export interface ServerBot {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly channel_family: string;
  readonly edited_at: string;
}

export interface ServerDraft {
  readonly diagram: Diagram;
  readonly revision: number;
  readonly edited_at: string;
  readonly violations: readonly ServerViolation[];
  readonly violations_total?: number;
}

export interface ServerVersion {
  readonly id: string;
  readonly name?: string | null;
  readonly published_at: string;
  readonly published_by: number;
  readonly restored_from?: string | null;
}

export interface ServerViolation {
  readonly code: string;
  readonly message: string;
  readonly pointer: string;
  readonly severity: 'error' | 'warning';
  readonly hint?: string;
}

/** The server answered that it does not do this. */
export class ServerRefusal extends Error {
  override readonly name = 'ServerRefusal';

  readonly status: number;
  readonly code: string;
  /** Those that stand against it. */
  readonly violations: readonly ServerViolation[];

  constructor(status: number, code: string, message: string, violations: readonly ServerViolation[] = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.violations = violations;
  }
}

/**
 * What the commands do with a Bots API. They wait when it asks for fewer requests.
 *
 * @throws {ServerRefusal} When the server refuses.
 * @throws {CommandFailure} When it cannot be reached, or knows no such token.
 * @spec PU16
 */
export interface BotsServer {
  /** The base address, without a slash at the end. */
  readonly url: string;
  listBots(): Promise<readonly ServerBot[]>;
  getBot(id: string): Promise<ServerBot>;
  createBot(bot: {
    readonly name: string;
    readonly channel_family: string;
    readonly workspace?: number;
  }): Promise<ServerBot>;
  getDraft(id: string): Promise<ServerDraft>;
  /** @param revision - The draft is written at this one only; left out: at any. */
  putDraft(id: string, diagram: Diagram, revision: number | undefined): Promise<ServerDraft>;
  validateDraft(id: string): Promise<readonly ServerViolation[]>;
  listVersions(id: string): Promise<readonly ServerVersion[]>;
  /** @param version - Its id, or `latest`. */
  getVersion(id: string, version: string): Promise<ServerVersion & { readonly diagram: Diagram }>;
  publish(id: string, revision: number): Promise<{ readonly published_at: string }>;
  labelVersion(id: string, version: string, name: string): Promise<void>;
}

interface Call {
  readonly method?: string;
  readonly body?: unknown;
  readonly revision?: number | undefined;
}

const timeoutMs = 60_000;
const pageSize = 100;
const mostAttempts = 5;

/** @param address - As it was typed. */
export function readServerUrl(address: string, flag: string): string {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.username !== '') {
    const example = 'such as https://bots.example.com/v0-alpha';
    throw new CommandFailure('usage', `${flag} is the address of a Bots API, ${example}.`);
  }
  return url.href.replace(/\/+$/, '');
}

/** @param token - Sent to this server alone, and in no message. */
export function botsServer(url: string, token: string | undefined): BotsServer {
  const pathOf = (...parts: readonly string[]): string => parts.map((part) => `/${encodeURIComponent(part)}`).join('');

  async function call(path: string, { method = 'GET', body, revision }: Call = {}): Promise<Answer> {
    const init: RequestInit = {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Token ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(revision !== undefined && { 'if-match': `"${revision}"` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
    };
    for (let attempt = 1; ; attempt += 1) {
      const response = await send(`${url}${path}`, init);
      if (response.status === 429 && attempt < mostAttempts) {
        await wait(Math.min(60, Number(response.headers.get('retry-after')) || 1) * 1_000);
        continue;
      }
      return readAnswer(response, `${url}${path.replace(/\?.*/, '')}`, token !== undefined);
    }
  }

  const draftOf = ({ data, etag }: Answer): ServerDraft => {
    const revision = Number(/^"(\d+)"$/.exec(etag)?.[1]);
    if (!Number.isSafeInteger(revision))
      throw new CommandFailure('failure', `${url} does not say revisions of drafts.`);
    return { ...(data as Omit<ServerDraft, 'revision'>), revision };
  };
  const dataOf = async <T>(answer: Promise<Answer>): Promise<T> => (await answer).data as T;

  async function list<T>(path: string): Promise<readonly T[]> {
    const items: T[] = [];
    for (let page = 1; ; page += 1) {
      const { data, total } = await call(`${path}?page=${page}&page_size=${pageSize}`);
      items.push(...(data as readonly T[]));
      if (items.length >= total || (data as readonly T[]).length === 0) return items;
    }
  }

  return {
    url,
    listBots: () => list('/bots'),
    getBot: (id) => dataOf(call(pathOf('bots', id))),
    createBot: (bot) => dataOf(call('/bots', { method: 'POST', body: bot })),
    getDraft: async (id) => draftOf(await call(pathOf('bots', id, 'draft'))),
    putDraft: async (id, diagram, revision) =>
      draftOf(await call(pathOf('bots', id, 'draft'), { method: 'PUT', body: { diagram }, revision })),
    validateDraft: async (id) =>
      (await dataOf<ServerDraft>(call(pathOf('bots', id, 'draft', 'validate'), { method: 'POST' }))).violations,
    listVersions: (id) => list(pathOf('bots', id, 'versions')),
    getVersion: (id, version) => dataOf(call(pathOf('bots', id, 'versions', version))),
    publish: (id, revision) => dataOf(call(pathOf('bots', id, 'versions'), { method: 'POST', revision })),
    labelVersion: async (id, version, name) => {
      await call(pathOf('bots', id, 'versions', version), { method: 'PATCH', body: { name } });
    },
  };
}

interface Answer {
  readonly data: unknown;
  /** Empty when there is none. */
  readonly etag: string;
  /** How many items all pages have. */
  readonly total: number;
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = systemErrorCode(cause) ?? (cause instanceof Error ? cause.message : message);
    throw new CommandFailure('failure', `${new URL(url).origin} cannot be reached (${reason}).`, { cause: error });
  }
}

async function readAnswer(response: Response, shown: string, hasToken: boolean): Promise<Answer> {
  const { status, ok, headers } = response;
  const text = await response.text().catch(() => '');
  const body = parse(text) as {
    readonly data?: unknown;
    readonly meta?: { readonly total?: number };
    readonly error?: {
      readonly code?: string;
      readonly message?: string;
      readonly violations?: readonly ServerViolation[];
    };
  };
  if (status === 401) {
    throw new CommandFailure(
      'failure',
      hasToken
        ? `${new URL(shown).origin} does not accept the token.`
        : `${new URL(shown).origin} needs an agent token: set BOTWRIGHT_TOKEN, or give --token.`,
    );
  }
  if (ok && (body.data !== undefined || status === 204)) {
    return { data: body.data, etag: headers.get('etag') ?? '', total: body.meta?.total ?? 0 };
  }
  const { code, message, violations } = body.error ?? {};
  if (typeof code === 'string') throw new ServerRefusal(status, code, message ?? code, violations);
  throw new CommandFailure(
    'failure',
    `${shown} answered ${status}, and not as a Bots API does. Its address ends as in /v0-alpha.`,
  );
}

function parse(text: string): object {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
