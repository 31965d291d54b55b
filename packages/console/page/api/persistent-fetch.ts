/** The reason that requests wait. */
export type Connection =
  | { readonly kind: 'ok' }
  /** Reads continue automatically when the server is back. */
  | { readonly kind: 'offline' }
  /** `until`: milliseconds since 1970. */
  | { readonly kind: 'limited'; readonly until: number };

/** The functions of the browser that requests need. */
export interface RequestHost {
  fetch(url: string, init: RequestInit): Promise<Response>;
  now(): number;
  /** Resolves after the time, or earlier when the browser is online again. */
  wait(ms: number): Promise<void>;
  /** Whether the browser reports a network. */
  isOnline(): boolean;
  /** Asks the person to sign in again; resolves when there is a session. */
  signIn(): Promise<void>;
  show(connection: Connection): void;
}

const timeoutMs = 30_000;
/** Short enough for a person who watches the page, long enough not to disturb a server that is starting. */
const longestWaitMs = 8_000;

/**
 * Makes a `fetch` that waits out temporary failures: an ended session, a rate limit, a lost connection. A request
 * refused for these reasons had no effect, so it is repeated with any method; a request whose connection broke is
 * repeated only if it reads.
 *
 * A time-out of the caller does not end a request that waits for a person, so it applies to each attempt.
 *
 * @spec CO31, CO32
 */
export function createPersistentFetch(host: RequestHost): (url: string, init: RequestInit) => Promise<Response> {
  const { now, wait, isOnline, signIn, show } = host;

  async function attempt(url: string, init: RequestInit): Promise<Response> {
    const ended = new AbortController();
    const end = () => {
      if (!isTimeout(init.signal?.reason)) ended.abort(init.signal?.reason);
    };
    if (init.signal?.aborted) end();
    init.signal?.addEventListener('abort', end, { once: true });
    return host.fetch(url, {
      ...init,
      signal: AbortSignal.any([ended.signal, AbortSignal.timeout(timeoutMs)]),
    });
  }

  return async (url, init) => {
    const isRead = init.method === undefined || init.method === 'GET';
    for (let failures = 0; ; ) {
      if (init.signal?.aborted && !isTimeout(init.signal.reason)) throw init.signal.reason;
      let response: Response;
      try {
        if (!isOnline()) throw new TypeError('The browser is offline.');
        response = await attempt(url, init);
      } catch (error) {
        const isSent = isOnline();
        if (isAborted(init.signal) || (isSent && !isRead)) throw error;
        show({ kind: 'offline' });
        await wait(Math.min(500 * 2 ** failures++, longestWaitMs));
        continue;
      }
      if (response.status === 401) {
        show({ kind: 'ok' });
        await signIn();
      } else if (response.status === 429) {
        const ms = Math.max(1, Number(response.headers.get('retry-after') ?? 1) || 1) * 1_000;
        show({ kind: 'limited', until: now() + ms });
        await wait(ms);
      } else {
        show({ kind: 'ok' });
        return response;
      }
    }
  };
}

function isAborted(signal: AbortSignal | null | undefined): boolean {
  return signal?.aborted === true && !isTimeout(signal.reason);
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}
