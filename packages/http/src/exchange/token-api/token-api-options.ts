import type { RateLog } from '@botwright/core';
import type { ApiOptions } from '../api-options.ts';

/** What the interfaces with one kind of token are given alike. */
export interface TokenApiOptions extends ApiOptions {
  /** Where the base is reached from outside, such as `https://api.example.com/v1/`: the contract names it. */
  readonly publicUrl: string;
  /** Requests in any second of one token; default 10, 0 switches the limit off. */
  readonly rateLimit?: number;
  /** Default: that of the engine's store, which all who serve the store share. */
  readonly rateLog?: RateLog;
  /**
   * Tokens that stand for nobody, in any second from one address; beyond them the answer is 429. Counted in this
   * process; good tokens go through all the same. Default 10, 0 switches the limit off.
   */
  readonly failedTokenLimit?: number;
}
