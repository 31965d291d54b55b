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
  /** The format of the body; default: JSON. `nothing`: the body may be empty. */
  readonly gives?: 'text' | 'nothing';
  /** Whether the interface sends such bodies. */
  readonly isExpected?: ((body: Readonly<Record<string, unknown>>) => boolean) | undefined;
}

export interface Answer {
  readonly headers: Headers;
  readonly text: string;
  /** `{}` for a response without JSON. */
  readonly body: Readonly<Record<string, unknown>>;
}

export type Send = (request: ApiRequest) => Promise<Answer>;

/** The differences between the interfaces. */
export interface ApiKind {
  readonly api: ApiErrorDetails['api'];
  /** The end of its address, for the message about an address without it. */
  readonly ending: string;
  readonly readError: ErrorReader;
}

const firstDelayMs = 250;

/** The error of an attempt, and whether another attempt may follow. */
interface Failure {
  readonly error: ApiError;
  /** Whether the request had no effect or may be repeated. */
  readonly isRepeatable: boolean;
}

/**
 * Makes the function that sends requests, and repeats them if this is safe.
 *
 * @throws {TypeError} When the address or the token is malformed; no message contains the token.
 * @spec CL7, CL8, CL10, CL18
 */
export function createSend(kind: ApiKind, options: ClientOptions): Send {
  const { token, scheme = 'Token', fetch: fetchLike = fetch, wait = systemWait, now = systemNow } = options;
  const { timeoutMs = 30_000, maxRetries = 3, maxRetryWaitMs = 60_000, maxResponseBytes = 128 * 1024 * 1024 } = options;
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
    const { method, path, query, options: call } = request;
    const credential = typeof token === 'function' ? await token() : token;
    if (credential !== undefined) checkToken(credential);
    const timeout = AbortSignal.timeout(call.timeoutMs ?? timeoutMs);
    const init: RequestInit = {
      method,
      headers: headersOf(request, credential === undefined ? undefined : `${scheme} ${credential}`),
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      redirect: 'manual',
      signal: call.signal ? AbortSignal.any([call.signal, timeout]) : timeout,
    };
    const sent: SentRequest = {
      ...request,
      kind,
      url: `${base}${path}`,
      isSafe: method === 'GET' || call.idempotencyKey !== undefined,
      hide: (text) => (credential === undefined ? text : text.replaceAll(credential, '…')),
    };

    let response: Response;
    let text: string | undefined;
    try {
      response = await fetchLike(`${sent.url}${queryText(query)}`, init);
      text = await readText(response, maxResponseBytes);
    } catch (cause) {
      call.signal?.throwIfAborted();
      if (timeout.aborted) return failure(sent, { code: 'timed_out', problem: 'No response in time.' }, { cause });
      const problem = `It cannot be reached (${reasonOf(cause)}).`;
      return failure(sent, { code: 'unreachable', problem }, { cause, isRepeatable: sent.isSafe });
    }
    call.onResponse?.({ status: response.status, headers: response.headers });
    return text === undefined
      ? failure(sent, {
          code: 'response_too_large',
          status: response.status,
          problem: `The response is larger than ${maxResponseBytes} bytes.`,
        })
      : readAnswer(sent, response, { text, now });
  }
}

interface SentRequest extends ApiRequest {
  readonly kind: ApiKind;
  /** Without the query. */
  readonly url: string;
  /** Whether it may be repeated when its effect is unknown. */
  readonly isSafe: boolean;
  /** Removes the token from a text: a server can quote the request in its messages. */
  hide(text: string): string;
}

/** @spec CL3, CL12, CL13, CL14 */
function readAnswer(
  sent: SentRequest,
  { status, headers, ok, type }: Response,
  { text, now }: { readonly text: string; readonly now: () => number },
): Answer | Failure {
  const { kind, gives, isExpected, isSafe, hide } = sent;
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    const to = headers.get('location');
    const problem = `It redirects${to === null ? '' : ` to ${to}`}, which is not followed.`;
    return failure(sent, { code: 'redirected', status: status === 0 ? undefined : status, problem });
  }
  const isYaml = headers.get('content-type')?.includes('yaml') ?? false;
  if (ok && ((gives === 'text' && isYaml) || (gives === 'nothing' && status === 204))) {
    return { headers, text, body: {} };
  }
  const body = parseObject(ok ? text : hide(text));
  if (ok && gives !== 'text' && body !== undefined && (isExpected?.(body) ?? true)) return { headers, text, body };

  const response = {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterOf(headers, now),
  };
  // A request beyond the rate limit had no effect.
  const isLimited = status === 429;
  const refused = ok || body === undefined ? undefined : kind.readError(body);
  const name = kind.api === 'APIchat' ? kind.api : `the ${kind.api}`;
  if (refused !== undefined) {
    const details = { code: readCode(status), ...refused, ...response };
    const isLost = details.code === 'path_not_found';
    const problem = isLost ? `${details.problem} The address of ${name} ends as in ${kind.ending}.` : details.problem;
    return failure(sent, { ...details, problem }, { isRepeatable: isLimited });
  }
  const isGateway = status >= 502 && status <= 504;
  const problem = isGateway
    ? `A gateway responds in place of ${name}.`
    : `This is not a response of ${name}, whose address ends as in ${kind.ending}.`;
  const code = isLimited ? 'too_many_requests' : 'unexpected_response';
  return failure(sent, { code, problem, ...response }, { isRepeatable: isLimited || (isGateway && isSafe) });
}

/** @spec CL15, CL17 */
function failure(
  { kind, method, url, hide }: SentRequest,
  details: Omit<ApiErrorDetails, 'api'>,
  { isRepeatable = false, cause }: { readonly isRepeatable?: boolean; readonly cause?: unknown } = {},
): Failure {
  const { status } = details;
  const problem = hide(details.problem);
  const answered = status === undefined ? '' : ` answered ${status}`;
  const message = `${hide(`${method} ${url}`)}${answered}: ${problem}`;
  const isShown = cause !== undefined && hide(textsOf(cause)) === textsOf(cause);
  const error = new ApiError(message, { ...details, problem, api: kind.api }, isShown ? { cause } : {});
  return { error, isRepeatable };
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

/** The message of `fetch` about a header contains its value. @spec CL17 */
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

/** @returns `undefined` as soon as the body exceeds the limit. @spec CL11 */
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

/** Reads seconds and dates. Compares a date with the `Date` of the response: the clocks may differ. @spec CL7 */
function retryAfterOf(headers: Headers, now: () => number): number | undefined {
  const text = headers.get('retry-after')?.trim();
  if (text === undefined || text === '') return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const at = text.endsWith(' GMT') ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  const sentAt = Date.parse(headers.get('date') ?? '');
  return Math.max(0, at - (Number.isNaN(sentAt) ? now() : sentAt));
}

/** The messages of an error and of its causes, which may form a circle. */
function textsOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 9) return String(error);
  return `${error.message}\n${error.stack}\n${textsOf(error.cause, depth + 1)}`;
}

/** `fetch` gives the reason in its cause, such as ECONNREFUSED. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
