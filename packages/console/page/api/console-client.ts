import {
  type Account,
  type AccountConnection,
  ApiError,
  type Page,
  type StartedConnection,
  type Violation,
} from '@botwright/client';
import type {
  BlockReferences,
  ChatTurn,
  Conversation,
  Delivery,
  DeliveryState,
  DeliveryWithBody,
  Example,
  Session,
  StartedChat,
  UnsentMail,
} from './console-records.ts';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;
type Query = Readonly<Record<string, string | number | undefined>>;

interface Call {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly query?: Query;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal | undefined;
}

export interface ChatInput {
  readonly type: 'text';
  readonly message: string;
  /** Payload of the pressed button. */
  readonly payload?: string;
}

export type ConsoleClient = ReturnType<typeof createConsoleClient>;

/**
 * The operations that the Bots and Platform APIs do not have.
 *
 * @param base - The address of the operations, without a slash at the end.
 * @throws {ApiError} Like the client of the Bots API.
 */
export function createConsoleClient(base: string, fetch: Fetch) {
  async function call(
    path: string,
    { method = 'GET', query = {}, body, idempotencyKey, signal }: Call = {},
  ): Promise<never> {
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
    const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
    const url = `${base}${path}${given.length === 0 ? '' : `?${search}`}`;
    let response: Response;
    try {
      response = await fetch(url, {
        method,
        headers: {
          accept: 'application/json',
          ...(method !== 'GET' && { 'content-type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal !== undefined && { signal }),
      });
    } catch (cause) {
      signal?.throwIfAborted();
      throw errorOf('unreachable', 'The server cannot be reached.', { cause });
    }
    const text = await response.text();
    const parsed = parse(text);
    if (response.ok) return parsed as never;
    const { error } = (parsed ?? {}) as { readonly error?: ErrorBody };
    throw errorOf(error?.code ?? 'unexpected_response', error?.message ?? `The server answered ${response.status}.`, {
      status: response.status,
      violations: error?.violations,
    });
  }
  const page = async <T>(path: string, given: Call): Promise<Page<T>> => {
    const { data: items, total } = await call(path, given);
    return { items, total };
  };
  const data = async (path: string, given?: Call): Promise<never> => (await call(path, given))['data'];
  const at = (...segments: readonly (string | number)[]): string =>
    segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');

  return {
    session: (signal?: AbortSignal): Promise<Session> => data('/session', { signal }),
    /** Begins a session with a code that works once. */
    signIn: async (code: string): Promise<void> => call('/session', { method: 'POST', body: { code } }),
    signOut: async (): Promise<void> => call('/session', { method: 'DELETE' }),
    /** The accounts of a host's kind, for which the client of the Bots API has no methods. */
    accounts: (kind: string, signal?: AbortSignal): Promise<readonly Account[]> =>
      data(at('v0-alpha', 'connected-accounts', kind), { signal }),
    connectAccount: (kind: string, idempotencyKey: string): Promise<StartedConnection> =>
      data(at('v0-alpha', 'connected-accounts', kind, 'connections'), { method: 'POST', idempotencyKey }),
    accountConnection: (kind: string, id: string): Promise<AccountConnection> =>
      data(at('v0-alpha', 'connected-accounts', kind, 'connections', id)),
    /** Params of blocks that name a bot or an account, by the name of the block. */
    blockReferences: (signal?: AbortSignal): Promise<readonly BlockReferences[]> =>
      data('/block-references', { signal }),
    examples: (signal?: AbortSignal): Promise<readonly Example[]> => data('/examples', { signal }),
    deliveries: async (
      query: { readonly state?: DeliveryState | undefined; readonly offset?: number; readonly limit?: number },
      signal?: AbortSignal,
    ): Promise<Page<Delivery>> => page('/deliveries', { query, signal }),
    /** The mails that the server stores and does not send. */
    unsentMails: async (
      query: { readonly offset: number; readonly limit: number },
      signal?: AbortSignal,
    ): Promise<Page<UnsentMail>> => page('/unsent-mails', { query, signal }),
    delivery: (id: string, signal?: AbortSignal): Promise<DeliveryWithBody> => data(at('deliveries', id), { signal }),
    replay: (id: string): Promise<Delivery> => data(at('deliveries', id, 'replay'), { method: 'POST' }),
    conversation: (customerId: number, signal?: AbortSignal): Promise<Conversation> =>
      data(at('conversations', customerId), { signal }),
    /** Begins a conversation as a new visitor; the bot greets. */
    startChat: (botId: string, deployment: 'live' | 'test'): Promise<StartedChat> =>
      data(at('bots', botId, 'chats'), { method: 'POST', body: { deployment } }),
    /** Sends a message as the visitor of `startChat`. */
    sendToChat: async (
      botId: string,
      said: { readonly deployment: 'live' | 'test'; readonly visitor: string; readonly message: ChatInput },
    ): Promise<void> => call(at('bots', botId, 'chats'), { method: 'POST', body: said }),
    readChat: (customerId: number, query: { readonly after: number }, signal?: AbortSignal): Promise<ChatTurn> =>
      data(at('chats', customerId), { query, signal }),
  };
}

interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly violations?: readonly Violation[];
}

function errorOf(
  code: string,
  problem: string,
  {
    cause,
    ...details
  }: { readonly status?: number; readonly violations?: ErrorBody['violations']; readonly cause?: unknown },
): ApiError {
  return new ApiError(problem, { api: 'Bots API', code, problem, ...details }, cause === undefined ? {} : { cause });
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
