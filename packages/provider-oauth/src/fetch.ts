/** What a request goes out with. */
export interface FetchInit {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
}

/** What is read of an answer. */
export interface FetchedAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** The global `fetch`, undici's, or one of the host's own that goes through its proxy. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchedAnswer>;
