import type { EpochMs } from '../domain/time/epoch-ms.ts';

export type RateVerdict =
  | { readonly kind: 'admitted' }
  /** Nothing was counted. */
  | { readonly kind: 'refused'; readonly retryAfterMs: number };

export interface Rate {
  /** Requests in any window; 1 at least. */
  readonly limit: number;
  readonly windowMs: number;
}

/**
 * Counts requests for all who serve one store.
 *
 * What it keeps may be lost with the machine: then a window begins anew. Keys whose window is over are forgotten by
 * the calls that follow.
 *
 * @spec RT5, RT6
 */
export interface RateLog {
  /**
   * Counts one request if it is within the rate: if fewer than `limit` were counted in the window that ends now.
   *
   * Race rule: of any number of concurrent calls for one key, in whatever process, no more are admitted in any
   * window than `limit`.
   *
   * @param key - Names who asks without telling a secret: a hash.
   * @spec RT1, RT2, RT3, RT4
   */
  admit(key: string, request: Rate & { readonly now: EpochMs }): Promise<RateVerdict>;
}
