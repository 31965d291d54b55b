import type { AttemptFailure } from '../domain/delivery/retry-policy.ts';

/** A request of a bot, to a URL that the bot's author chose. */
export interface GuardedRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  /** Header names in any case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** From the call, or from the look-up where that waits for a slot first, to the last byte of the response. */
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
 * Makes requests and reads their responses, with the address guard of the webhook sender: no redirect is followed, no
 * connection is reused, only allowed addresses are reached. Never rejects.
 */
export interface GuardedRequester {
  request(request: GuardedRequest): Promise<GuardedResponse>;
  /** Abandons the requests under way and every later one. Resolves when their connections are closed. */
  close(): Promise<void>;
}
