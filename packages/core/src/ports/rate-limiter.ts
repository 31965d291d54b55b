import type { EpochMs } from '../domain/time/epoch-ms.ts';

/** Whether a request may proceed. `retryAfterMs`: milliseconds until a repeated request can be admitted. */
export type RateDecision =
  | { readonly kind: 'admitted' }
  /** Nothing was counted. */
  | { readonly kind: 'refused'; readonly retryAfterMs: number };

/** At most `limit` requests in any window of `windowMs` milliseconds. */
export interface Rate {
  /** Requests in any window; 1 at least. */
  readonly limit: number;
  /** Length of the sliding window, in milliseconds. */
  readonly windowMs: number;
}

/**
 * Limits rates, counting for all processes that share a store.
 *
 * The counts need not survive a crash of the machine: every window then starts again. Later calls remove keys whose
 * window is over.
 *
 * @spec RT5, RT6
 */
export interface RateLimiter {
  /**
   * Counts one request if it is within the rate: if fewer than `limit` were counted in the window that ends now.
   *
   * Race rule: at most `limit` of any number of concurrent calls for one key, in any processes, are admitted in any
   * window.
   *
   * @param key - Identifies the caller and contains no secret: a hash.
   * @spec RT1, RT2, RT3, RT4
   */
  admit(key: string, request: Rate & { readonly now: EpochMs }): Promise<RateDecision>;
}
