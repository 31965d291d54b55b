/** Options of every client. @spec CL7, CL10, CL11, CL18, CL19 */
export interface ClientOptions {
  /** The address of the interface, such as `https://bots.example.com/v0-alpha`; a slash at the end is optional. */
  readonly url: string | URL;
  /**
   * The agent token, or the channel token of APIchat; the client calls a function before each attempt. Default: the
   * cookies of the page, at its own origin.
   */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /**
   * The scheme of the `Authorization` header; default `Token`. The Bots API takes `Bearer` if its host verifies such
   * tokens.
   */
  readonly scheme?: 'Token' | 'Bearer' | undefined;
  /** Sends requests; default: the `fetch` of the browser or of Node. */
  readonly fetch?: FetchLike | undefined;
  /** Milliseconds for each attempt, from the request to the end of the response; default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** The most repetitions of a request; default 3. */
  readonly maxRetries?: number | undefined;
  /** The most milliseconds of all waits before repetitions together; default 60,000. */
  readonly maxRetryWaitMs?: number | undefined;
  /** The most bytes of a response body; default 128 MiB. */
  readonly maxResponseBytes?: number | undefined;
  /** Waits before a repetition, and rejects when the signal is aborted; default: a timer. */
  readonly wait?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
  /** Milliseconds since 1970; needed if `Retry-After` is a date and the response has no `Date`. Default: the clock. */
  readonly now?: (() => number) | undefined;
}

/** The part of `fetch` that a client needs. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;
