import { isProviderError, ProviderError, type ProviderFailure } from '@botwright/core';
import type { Fetch } from './fetch.ts';
import { readBytes } from './read-bytes.ts';

export interface CallSettings {
  /** For messages: "Google". */
  readonly service: string;
  readonly fetch: Fetch;
  /** Milliseconds that one call may take, all its requests together. */
  readonly timeoutMs: number;
  /** Of one answer, decoded. */
  readonly maxBytes: number;
  /** What a refusal says beyond its status, for services that tell more in the body. */
  judge?(status: number, body: unknown): ProviderFailure | undefined;
}

export interface ApiRequest {
  readonly method?: 'GET' | 'POST';
  readonly url: URL;
  readonly accessToken: string;
  /** Goes out as JSON. */
  readonly json?: unknown;
  /** What a status means for this request. Left out: 404 is `not_found`, another 4xx `refused`. */
  readonly meanings?: Readonly<Record<number, ProviderFailure>>;
  /** What an answer over the bound means. Left out: `unavailable`. */
  readonly tooLarge?: ProviderFailure;
}

/** One call of a provider's method: several requests, one deadline. */
export interface ProviderCall {
  /**
   * Sends a request and answers what came back, whole.
   *
   * @throws {ProviderError} `unavailable`, or what `tooLarge` says.
   */
  send(url: string, init: SentInit): Promise<Response>;
  /**
   * Answers the JSON of a 200.
   *
   * @throws {ProviderError}
   */
  request(request: ApiRequest): Promise<unknown>;
}

export interface SentInit {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly tooLarge?: ProviderFailure;
}

/**
 * Starts calls. Each ends within its time whatever the other side does, and whatever the host's `fetch` does with
 * the signal that it is given.
 *
 * @spec PV6, PV7, PV8, PV9, PV10, PV12
 */
export function providerCalls(settings: CallSettings): () => ProviderCall {
  return () => {
    const signal = AbortSignal.timeout(settings.timeoutMs);
    const send: ProviderCall['send'] = async (url, init) => {
      try {
        return await within(signal, () => exchange(settings, { url, signal, ...init }));
      } catch (error) {
        throw isProviderError(error) ? error : new ProviderError('unavailable', describe(settings, signal, error));
      }
    };
    return { send, request: (request) => requestJson(settings, send, request) };
  };
}

async function exchange(
  { fetch, maxBytes, service }: CallSettings,
  { url, tooLarge = 'unavailable', ...init }: SentInit & { readonly url: string; readonly signal: AbortSignal },
): Promise<Response> {
  const answer = await fetch(url, { redirect: 'manual', ...init });
  const bytes = await readBytes(answer.body, maxBytes);
  if (bytes === undefined) throw new ProviderError(tooLarge, `${service} answered more than ${maxBytes} bytes.`);
  const type = answer.headers.get('content-type');
  // Of the headers the type alone is kept: challenges say no more than the body does.
  const headers: Record<string, string> = type === null ? {} : { 'content-type': type };
  return new Response(bytes.length === 0 ? null : bytes, { status: answer.status, headers });
}

async function requestJson(
  settings: CallSettings,
  send: ProviderCall['send'],
  { method = 'GET', url, accessToken, json, meanings, tooLarge = 'unavailable' }: ApiRequest,
): Promise<unknown> {
  const authorization = { authorization: `Bearer ${accessToken}`, accept: 'application/json' };
  const init =
    json === undefined
      ? { headers: authorization }
      : { headers: { ...authorization, 'content-type': 'application/json' }, body: JSON.stringify(json) };
  const response = await send(url.href, { method, tooLarge, ...init });
  const body = parseJson(await response.text());
  if (response.status !== 200) {
    const reason = judgeStatus(response.status, settings.judge?.(response.status, body), meanings);
    throw new ProviderError(reason, `${settings.service} answered ${response.status}.`);
  }
  if (body === undefined) throw new ProviderError('unavailable', `${settings.service} answered no JSON.`);
  return body;
}

function judgeStatus(
  status: number,
  judged: ProviderFailure | undefined,
  meanings: Readonly<Record<number, ProviderFailure>> = {},
): ProviderFailure {
  if (status === 401) return 'revoked';
  if (status < 400 || status >= 500 || status === 408 || status === 429) return 'unavailable';
  return judged ?? meanings[status] ?? (status === 404 ? 'not_found' : 'refused');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function within<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work(), promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Says nothing of what was sent: of the error, only a code of the system's such as ECONNREFUSED. */
function describe({ service, timeoutMs }: CallSettings, signal: AbortSignal, error: unknown): string {
  if (signal.aborted) return `${service} did not answer within ${timeoutMs} ms.`;
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return `${service} could not be reached${/^[A-Z_]{3,40}$/.test(code) ? ` (${code})` : ''}.`;
}
