/** The arguments of `fetch`. */
export interface FetchInit {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
}

/** The part of a response that is read. */
export interface FetchedResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** The global `fetch`, undici's, or the host's own, for example one that uses a proxy. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchedResponse>;
