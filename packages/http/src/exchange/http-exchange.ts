/** One request, as any server can hand it over. */
export interface HttpExchange {
  /** Upper case, as it came. */
  readonly method: string;
  /** Undecoded and without the query; begins with `/`. */
  readonly path: string;
  /** What follows the first `?`, undecoded; empty when there is none. */
  readonly query: string;
  readonly headers: HeaderReader;
  /**
   * Read at most once, only after the caller was admitted, and no further than the limit. Whoever made the
   * exchange gets rid of what was left unread.
   */
  readonly body: AsyncIterable<Uint8Array> | Uint8Array | undefined;
  /** Where the request came from, when the server knows. */
  readonly address?: string;
}

/** A fetch `Headers` is one. */
export interface HeaderReader {
  /** @param name - In lower case. */
  get(name: string): string | null | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case. `content-length` is there whenever the answer to a `GET` would have a body. */
  readonly headers: Readonly<Record<string, string>>;
  /** Absent after `HEAD` and with a 204. */
  readonly body: string | undefined;
}
