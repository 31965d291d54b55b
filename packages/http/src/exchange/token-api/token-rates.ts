import { type EpochMs, type RateLog, type RateVerdict, sha256 } from '@botwright/core';
import { failureLimiter } from '../rate/failure-limiter.ts';
import type { TokenApiOptions } from './token-api-options.ts';

const defaultRateLimit = 10;
const windowMs = 1_000;
const admitted: RateVerdict = Object.freeze({ kind: 'admitted' });

/** Holds callers, and those who are none, to their rates. */
export interface TokenRates {
  /** Counts a request of a caller. */
  admit(token: string, now: EpochMs): Promise<RateVerdict>;
  /** Counts a token that stands for nobody. @param address - Where it came from, if that is known. */
  admitFailure(address: string | undefined, now: EpochMs): Promise<RateVerdict>;
}

/**
 * Requests are counted in the store, by a hash of the token. Failures are counted here: otherwise anybody could keep
 * the store busy.
 *
 * @param name - Keeps the interfaces apart: each has a rate of its own.
 * @spec TK6, TK7, TK8, TK9, HT53
 */
export function tokenRates(name: string, rateLog: RateLog, options: TokenApiOptions): TokenRates {
  const { rateLimit: limit = defaultRateLimit, failedTokenLimit = defaultRateLimit } = options;
  const failures = failedTokenLimit === 0 ? undefined : failureLimiter({ perAddress: failedTokenLimit });
  return {
    async admit(token, now) {
      return limit === 0 ? admitted : rateLog.admit(sha256(`${name} ${token}`), { now, limit, windowMs });
    },
    async admitFailure(address, now) {
      return failures === undefined || address === undefined ? admitted : failures.admit(address, now);
    },
  };
}
