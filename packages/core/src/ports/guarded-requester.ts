import type { AttemptFailure } from '../domain/delivery/retry-policy.ts';

/** A request of a bot, to a URL that the bot's author chose. */
export interface GuardedRequest {
  /** Bodies go with any method but `GET`. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** http or https; a forbidden address is an outcome, not a rejection. */
  readonly url: string;
  /** Header names in any case. A redirect to another origin drops `Authorization` and `Cookie`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Absent: none. */
  readonly body?: Uint8Array;
  /** How many redirects are followed; the next redirect is the response. Default 0. */
  readonly redirects?: number;
  /** From the call to the last byte of the last response, without the wait of a look-up for a slot. */
  readonly timeoutMs: number;
  /** Requests of one group, such as a brand, share slots fairly with other groups. Default: one group for all. */
  readonly group?: string;
  /** Maximum bytes of the response body. */
  readonly maxBytes: number;
}

export type GuardedResponse =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** Names in lower case; values of a repeated header are joined by `, `. */
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Uint8Array;
    }
  | { readonly kind: 'failed'; readonly reason: AttemptFailure | 'too_large' }
  /** The requester was closed before the response. */
  | { readonly kind: 'abandoned' };

/**
 * Makes requests and reads their responses, with the address guard of the webhook sender: no connection
 * is reused, and only allowed addresses are reached, by redirects too. Never rejects.
 */
export interface GuardedRequester {
  /** Resolves with the response, or with why there is none. */
  request(request: GuardedRequest): Promise<GuardedResponse>;
  /** Abandons the requests under way and every later one. Resolves when their connections are closed. */
  close(): Promise<void>;
}
