import type { AttemptFailure } from '../domain/delivery/attempt-outcome.ts';

/** A request that a bot's author wrote, to a target that the author chose. */
export interface GuardedRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  /** Header names in any case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Counts to the last byte of the answer, from the call, or from when a look-up begins that waits for its turn. */
  readonly timeoutMs: number;
  /** Whose request it is, such as a brand: groups share fairly what has to be shared. Default: one group for all. */
  readonly group?: string;
  /** Of the answer's body. */
  readonly maxBytes: number;
}

export type GuardedAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** Names in lower case; values of a repeated header are joined by `, `. */
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Uint8Array;
    }
  | { readonly kind: 'failed'; readonly reason: AttemptFailure | 'too_large' }
  /** The requester was closed first. */
  | { readonly kind: 'abandoned' };

/**
 * Makes requests whose answer is wanted, under the same guard as the webhook sender: no redirect is followed, no
 * connection reused, only allowed addresses are reached. Never rejects.
 */
export interface GuardedRequester {
  request(request: GuardedRequest): Promise<GuardedAnswer>;
  /** Abandons the requests under way and every later one. Resolves when their connections are closed. */
  close(): Promise<void>;
}
