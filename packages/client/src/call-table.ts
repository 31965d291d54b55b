/** Options of every call. */
export interface CallOptions {
  /** Ends the call, also during a wait before a repetition: it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for each attempt, from the request to the end of the response; default: the client's. */
  readonly timeoutMs?: number | undefined;
  /** Called with each response, errors included. */
  readonly onResponse?: ((response: ResponseInfo) => void) | undefined;
}

export interface ResponseInfo {
  /** The status code of HTTP, 200 to 599. */
  readonly status: number;
  /** The headers of the response. */
  readonly headers: Headers;
}

/** @spec CL9 */
export interface ConditionalOptions {
  /**
   * The `etag` of the draft that the caller read. If the draft is now at another revision, the call writes nothing and
   * fails with `draft_changed`. Default: the last write wins.
   */
  readonly ifMatch?: string;
}

export interface MinimalOptions {
  /** Leaves the diagram out of the response. */
  readonly minimal?: boolean | undefined;
}

/** @spec CL8 */
export interface RepeatableOptions {
  /**
   * 1 to 255 characters of the caller's choice, such as a uuid. The same key within 24 hours gives the same result
   * without a second effect, so the client repeats such a call when the connection fails.
   */
  readonly idempotencyKey?: string | undefined;
}

/** The query of a call with a body. */
interface QueryOption {
  readonly query?: Readonly<Record<string, unknown>> | undefined;
}

export type AllOptions = CallOptions & ConditionalOptions & MinimalOptions & RepeatableOptions & QueryOption;

/** A draft with its entity tag. */
export type Tagged<T> = T & {
  /**
   * The revision, for `ifMatch`. `undefined` without this header, such as on a page of another origin to which the
   * server does not expose it.
   */
  readonly etag: string | undefined;
};

/** The request of a method, and the place of its result in the body. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly takes?: 'body' | 'query';
  readonly gives: 'value' | 'tagged' | 'pages' | 'slices' | 'whole' | 'text' | 'nothing';
  /** The member of the body with the result. */
  readonly under?: string;
}

export type CallTable<TCalls> = {
  readonly [Resource in keyof TCalls]: { readonly [Verb in keyof TCalls[Resource]]: Call };
};
