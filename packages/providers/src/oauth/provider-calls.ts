import { parseExactJson } from '@botwright/core/files';
import { isProviderError, ProviderError, type ProviderFailure } from '@botwright/core/ports';
import type { Fetch } from './fetch.ts';
import { readBytes } from './read-bytes.ts';

export interface CallSettings {
  /** For messages: "Google". */
  readonly service: string;
  readonly fetch: Fetch;
  /** Milliseconds that one call of the provider may take, with all its requests. */
  readonly timeoutMs: number;
  /** The maximum size of one response, decoded. */
  readonly maxBytes: number;
  /** Finds the reason of a refusal in its body, for services that give one beyond the status. */
  classifyRefusal?(status: number, body: unknown): ProviderFailure | undefined;
}

/** A request to a provider's API. */
export interface ApiRequest {
  /** Default `GET`. */
  readonly method?: 'GET' | 'POST';
  /** With its query. */
  readonly url: URL;
  /** Sent as a bearer token. */
  readonly accessToken: string;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** The meaning of a status for this request. Left out: 404 is `not_found`, another 4xx `refused`. */
  readonly meanings?: Readonly<Record<number, ProviderFailure>>;
  /** The meaning of a response above `maxBytes`. Left out: `unavailable`. */
  readonly tooLarge?: ProviderFailure;
}

/** One call of a provider's method: it may send several requests, with one deadline. */
export interface ProviderCall {
  /**
   * Sends a request and returns the whole response.
   *
   * @throws {ProviderError} `unavailable`, or the code in `tooLarge`.
   */
  send(url: string, init: SentInit): Promise<Response>;
  /**
   * Returns the JSON of a 200 response.
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
 * Makes the function that starts a call. Each call ends within its time, for any behaviour of the service, and even if
 * the host's `fetch` ignores the signal.
 *
 * @spec PV6, PV7, PV8, PV9, PV10, PV12
 */
export function providerCalls(settings: CallSettings): () => ProviderCall {
  return () => {
    const signal = AbortSignal.timeout(settings.timeoutMs);
    const send: ProviderCall['send'] = async (url, init) => {
      try {
        return await within(signal, () => sendRequest(settings, { url, signal, ...init }));
      } catch (error) {
        throw isProviderError(error) ? error : new ProviderError('unavailable', describe(settings, signal, error));
      }
    };
    return { send, request: (request) => requestJson(settings, send, request) };
  };
}

async function sendRequest(
  { fetch, maxBytes, service }: CallSettings,
  { url, tooLarge = 'unavailable', ...init }: SentInit & { readonly url: string; readonly signal: AbortSignal },
): Promise<Response> {
  const answer = await fetch(url, { redirect: 'manual', ...init });
  const bytes = await readBytes(answer.body, maxBytes);
  if (bytes === undefined) throw new ProviderError(tooLarge, `${service} answered more than ${maxBytes} bytes.`);
  const type = answer.headers.get('content-type');
  // Only the type header is needed.
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
    const reason = failureOfStatus(response.status, settings.classifyRefusal?.(response.status, body), meanings);
    throw new ProviderError(reason, `${settings.service} answered ${response.status}.`);
  }
  if (body === undefined) throw new ProviderError('unavailable', `${settings.service} answered no JSON.`);
  return body;
}

function failureOfStatus(
  status: number,
  classified: ProviderFailure | undefined,
  meanings: Readonly<Record<number, ProviderFailure>> = {},
): ProviderFailure {
  if (status === 401) return 'revoked';
  if (status < 400 || status >= 500 || status === 408 || status === 429) return 'unavailable';
  return classified ?? meanings[status] ?? (status === 404 ? 'not_found' : 'refused');
}

/** A number that would lose digits, such as one in a cell, is a text. @spec CV77 */
function parseJson(text: string): unknown {
  try {
    return parseExactJson(text);
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

/**
 * Describes a failed request without anything that was sent. Takes only a system code, such as ECONNREFUSED, from the
 * error.
 */
function describe({ service, timeoutMs }: CallSettings, signal: AbortSignal, error: unknown): string {
  if (signal.aborted) return `${service} did not answer within ${timeoutMs} ms.`;
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return `${service} could not be reached${/^[A-Z_]{3,40}$/.test(code) ? ` (${code})` : ''}.`;
}
