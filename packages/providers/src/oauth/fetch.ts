/** The arguments of `fetch`. */
export interface FetchInit {
  /** In capitals, such as `POST`. */
  readonly method: string;
  /** The values, by name. */
  readonly headers: Readonly<Record<string, string>>;
  /** A form or JSON: see `content-type` of the headers. */
  readonly body?: string;
  readonly redirect: 'manual';
  /** Aborted at the end of the time limit. */
  readonly signal: AbortSignal;
}

/** The part of a response that is read. */
export interface FetchedResponse {
  /** The status code of HTTP. */
  readonly status: number;
  /** `null` for a header that is absent. */
  readonly headers: { get(name: string): string | null };
  /** Read up to a bound; `null`: there is none. */
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** The global `fetch`, undici's, or the host's own, for example one that uses a proxy. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchedResponse>;
