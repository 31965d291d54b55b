/** Options of every call. */
export interface CallOptions {
  /** Ends the call, waits before a repetition included: it then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for each attempt, from the request to the end of the response; default: that of the client. */
  readonly timeoutMs?: number | undefined;
  /** Called with each response that there is, errors included. */
  readonly onResponse?: ((response: ResponseInfo) => void) | undefined;
}

export interface ResponseInfo {
  readonly status: number;
  readonly headers: Headers;
}

/** @spec CL9 */
export interface ConditionalOptions {
  /**
   * The `etag` of the draft that this was made from: when the draft is at another revision, the error is
   * `draft_changed`, and nothing is written. Left out: the last write wins.
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
   * 1 to 255 characters of your own, such as a uuid. The same key within 24 hours gives the same result again, without
   * a second effect, so that such a call is repeated when the connection fails.
   */
  readonly idempotencyKey?: string | undefined;
}

export type AllOptions = CallOptions & ConditionalOptions & MinimalOptions & RepeatableOptions;

/** A draft with its entity tag. */
export type Tagged<T> = T & {
  /**
   * Names the revision, for `ifMatch`. `undefined` when the response has no such header, as in pages of another origin
   * that the server does not show it to.
   */
  readonly etag: string | undefined;
};

/** What a method sends, and how its result is taken out of the body. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly takes?: 'body' | 'query';
  readonly gives: 'value' | 'tagged' | 'pages' | 'slices' | 'whole' | 'text' | 'nothing';
  /** The member of the body that has the result. */
  readonly under?: string;
}

export type CallTable<TCalls> = {
  readonly [Resource in keyof TCalls]: { readonly [Verb in keyof TCalls[Resource]]: Call };
};
