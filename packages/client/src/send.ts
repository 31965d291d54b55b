import { ApiError, type ApiErrorDetails } from './api-error.ts';
import type { AllOptions } from './call-table.ts';
import type { ClientOptions } from './client-options.ts';
import { type ErrorReader, readCode } from './read-error.ts';
import { now as systemNow, wait as systemWait } from './system.ts';

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly options: AllOptions;
  /** The result is the text of the body, and no JSON. */
  readonly isText?: boolean;
  /** Whether a body is one that the interface responds with. */
  readonly isExpected?: ((body: Readonly<Record<string, unknown>>) => boolean) | undefined;
}

export interface Answer {
  readonly headers: Headers;
  readonly text: string;
  /** `{}` when the response has no JSON. */
  readonly body: Readonly<Record<string, unknown>>;
}

export type Send = (request: ApiRequest) => Promise<Answer>;

/** What the interfaces differ in. */
export interface ApiKind {
  readonly api: ApiErrorDetails['api'];
  /** How its address ends, for people whose address does not. */
  readonly ending: string;
  readonly readError: ErrorReader;
}

const firstDelayMs = 250;

/** An error of one attempt, and whether another may follow. */
interface Failure {
  readonly error: ApiError;
  /** Whether nothing of the call can have had an effect, or the call is one that may be repeated. */
  readonly isRepeatable: boolean;
}

/**
 * Makes the function that sends requests, and repeats those that may be repeated.
 *
 * @throws {TypeError} When the address or the token cannot be one; the token is in no message.
 * @spec CL7, CL8, CL10, CL11, CL12, CL17, CL18
 */
export function createSend(kind: ApiKind, options: ClientOptions): Send {
  const { token, scheme = 'Token', fetch: fetchLike = fetch, wait = systemWait, now = systemNow } = options;
  const { maxRetries = 3, maxRetryWaitMs = 60_000, maxResponseBytes = 128 * 1024 * 1024 } = options;
  const base = readBase(kind, options.url);
  if (typeof token === 'string') checkToken(token);

  return async (request) => {
    const { signal } = request.options;
    let waitedMs = 0;
    for (let attempt = 0; ; attempt++) {
      signal?.throwIfAborted();
      const outcome = await tryOnce(request);
      if (!('error' in outcome)) return outcome;
      const { error, isRepeatable } = outcome;
      const delayMs = error.retryAfterMs ?? firstDelayMs * 2 ** attempt;
      if (!isRepeatable || attempt >= maxRetries || waitedMs + delayMs > maxRetryWaitMs) throw error;
      await wait(delayMs, signal);
      waitedMs += delayMs;
    }
  };

  async function tryOnce(request: ApiRequest): Promise<Answer | Failure> {
    const { method, path, options: call } = request;
    const { signal, timeoutMs = options.timeoutMs ?? 30_000 } = call;
    const credential = typeof token === 'function' ? await token() : token;
    if (credential !== undefined) checkToken(credential);
    const url = `${base}${path}${queryText(request.query)}`;
    const timeout = AbortSignal.timeout(timeoutMs);
    const isSafe = method === 'GET' || call.idempotencyKey !== undefined;

    /** A server can repeat in its messages what it was sent. */
    const hide = (text: string): string =>
      credential === undefined || credential === '' ? text : text.replaceAll(credential, '…');
    const isFree = (cause: unknown): boolean => hide(textsOf(cause)) === textsOf(cause);
    const failure = (
      details: Omit<ApiErrorDetails, 'api'>,
      { isRepeatable = false, cause }: { readonly isRepeatable?: boolean; readonly cause?: unknown } = {},
    ): Failure => {
      const { status, problem } = details;
      const answered = status === undefined ? '' : ` answered ${status}`;
      const message = hide(`${method} ${base}${path}${answered}: ${problem}`);
      const error = new ApiError(
        message,
        { ...details, api: kind.api, problem: hide(problem) },
        cause !== undefined && isFree(cause) ? { cause } : {},
      );
      return { error, isRepeatable };
    };

    const init: RequestInit = {
      method,
      headers: headersOf(request, credential === undefined ? undefined : `${scheme} ${credential}`),
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    };
    let response: Response;
    let text: string;
    try {
      response = await fetchLike(url, init);
      const { status, headers } = response;
      call.onResponse?.({ status, headers });
      if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
        await response.body?.cancel();
        const to = headers.get('location');
        const problem = `It redirects${to === null ? '' : ` to ${to}`}, which is not followed.`;
        return failure({ code: 'redirected', status: status === 0 ? undefined : status, problem });
      }
      const read = await readText(response, maxResponseBytes);
      if (read === undefined) {
        const problem = `The response is larger than ${maxResponseBytes} bytes.`;
        return failure({ code: 'response_too_large', status, problem });
      }
      text = read;
    } catch (cause) {
      signal?.throwIfAborted();
      if (timeout.aborted) {
        return failure({ code: 'timed_out', problem: `No response within ${timeoutMs} ms.` }, { cause });
      }
      const problem = `It cannot be reached (${reasonOf(cause)}).`;
      return failure({ code: 'unreachable', problem }, { cause, isRepeatable: isSafe });
    }

    const { status, headers, ok } = response;
    const body = parseObject(ok ? text : hide(text));
    const requestId = headers.get('x-request-id') ?? undefined;
    const retryAfterMs = retryAfterOf(headers, now);
    const isEmpty = status === 204;
    if (ok && (request.isText || isEmpty)) return { headers, text, body: {} };
    if (ok && body !== undefined && (request.isExpected?.(body) ?? true)) return { headers, text, body };

    const refused = ok || body === undefined ? undefined : kind.readError(body, status);
    if (refused === undefined) {
      const isGateway = status >= 502 && status <= 504;
      const problem = isGateway
        ? `No ${kind.api} behind it responds.`
        : `That is no response of ${kind.api === 'APIchat' ? '' : 'the '}${kind.api}, whose address ends as in ${kind.ending}.`;
      const code = status === 429 ? 'too_many_requests' : 'unexpected_response';
      return failure(
        { code, status, problem, requestId, retryAfterMs },
        { isRepeatable: status === 429 || (isGateway && isSafe) },
      );
    }
    const { code = readCode(status), ...details } = refused;
    return failure(
      { ...details, code, status, requestId, retryAfterMs },
      // A request beyond a rate had no effect.
      { isRepeatable: status === 429 },
    );
  }
}

/** The address without a slash at the end. @spec CL12 */
function readBase({ api, ending }: ApiKind, url: string | URL): string {
  const parsed = URL.parse(String(url));
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new TypeError(
      `url is the address of ${api === 'APIchat' ? api : `a ${api}`}, such as https://example.com${ending}.`,
    );
  }
  if (parsed.username !== '' || parsed.password !== '' || parsed.search !== '' || parsed.hash !== '') {
    throw new TypeError('url has no user, password, query or fragment.');
  }
  return parsed.href.replace(/\/+$/, '');
}

/** What is wrong with a header is said by `fetch`, with its value. @spec CL17 */
function checkToken(token: unknown): void {
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) {
    throw new TypeError('token is empty, or has characters that a header cannot have.');
  }
}

function headersOf({ body, options }: ApiRequest, authorization: string | undefined): Record<string, string> {
  const { ifMatch, minimal, idempotencyKey } = options;
  if ('ifMatch' in options && ifMatch === undefined) {
    throw new TypeError('ifMatch is undefined: the draft was read without its entity tag.');
  }
  return {
    accept: 'application/json, application/yaml;q=0.9',
    ...(authorization !== undefined && { authorization }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    ...(minimal && { prefer: 'return=minimal' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  };
}

function queryText(query: ApiRequest['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`;
}

/** @returns `undefined` for a body beyond the limit, which is not read on. @spec CL11 */
async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for (let { done, value } = await reader.read(); !done && value; { done, value } = await reader.read()) {
    length += value.byteLength;
    if (length > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
  return text + decoder.decode();
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Reads seconds and dates. A date is compared with that of the response: the clocks may differ. @spec CL7 */
function retryAfterOf(headers: Headers, now: () => number): number | undefined {
  const text = headers.get('retry-after')?.trim();
  if (text === undefined || text === '') return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const at = Date.parse(text);
  if (Number.isNaN(at)) return undefined;
  const sentAt = Date.parse(headers.get('date') ?? '');
  return Math.max(0, at - (Number.isNaN(sentAt) ? now() : sentAt));
}

/** The texts of an error and of its causes, which may go in a circle. */
function textsOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 9) return String(error);
  return `${error.message}\n${error.stack}\n${textsOf(error.cause, depth + 1)}`;
}

/** `fetch` says why in its cause, such as ECONNREFUSED. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
