/** Options of every client. @spec CL7, CL10, CL11, CL18, CL19 */
export interface ClientOptions {
  /** The address of the interface, such as `https://bots.example.com/v0-alpha`; a slash at the end makes no difference. */
  readonly url: string | URL;
  /**
   * The agent token, or the channel token of APIchat; a function is called before each attempt. Left out: the cookies of
   * the page, at its own origin.
   */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** How the token is sent; default `Token`. The Bots API takes `Bearer` where its host verifies such tokens. */
  readonly scheme?: 'Token' | 'Bearer' | undefined;
  /** Sends requests; default: the `fetch` of the browser or of Node. */
  readonly fetch?: FetchLike | undefined;
  /** Milliseconds for each attempt, from the request to the end of the response; default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** How often a request is repeated at most; default 3. */
  readonly maxRetries?: number | undefined;
  /** Milliseconds that the waits before repetitions take in all at most; default 60,000. */
  readonly maxRetryWaitMs?: number | undefined;
  /** Bytes of the body of a response at most; default 128 MiB. */
  readonly maxResponseBytes?: number | undefined;
  /** Waits before a repetition, and rejects when the signal is aborted; default: a timer. */
  readonly wait?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
  /** Milliseconds since 1970, for a `Retry-After` that is a date in a response without a `Date`; default: the clock. */
  readonly now?: (() => number) | undefined;
}

/** The part of `fetch` that a client uses. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;
