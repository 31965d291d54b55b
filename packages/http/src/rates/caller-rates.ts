import { localRateLimiter } from '@botwright/core/memory';
import { sha256 } from '@botwright/core/node';
import type { EpochMs, RateDecision, RateLimiter } from '@botwright/core/ports';
import type { Credential } from '../pipeline/credentials.ts';
import { failureLimiter } from './failure-limiter.ts';

const windowMs = 1_000;
const admitted: RateDecision = Object.freeze({ kind: 'admitted' });

/** Holds callers, and requests with credentials that nobody has, to their rates. */
export interface CallerRates {
  /** Counts a request of a caller. */
  admit(credential: Credential, now: EpochMs): RateDecision | Promise<RateDecision>;
  /** Counts a credential that nobody has. @param address - Where it came from, if that is known. */
  admitFailure(address: string | undefined, now: EpochMs): RateDecision;
}

export interface CallerRateOptions {
  /** Requests in any second of one credential; 0 switches the limit off. */
  readonly limit: number;
  /** Where they are counted; `undefined`: in this process. */
  readonly limiter: RateLimiter | undefined;
  /** Credentials that nobody has, in any second from one address; 0 switches the limit off. */
  readonly failureLimit: number;
}

/**
 * Counts requests by credential. What is counted in this process is kept for two seconds and nowhere else; a limiter
 * that may write its keys down gets a hash. Failures are always counted in this process: otherwise anybody could keep
 * the store busy.
 *
 * @spec HT27, HT53, TK6, TK7, TK8, TK9
 */
export function callerRates({ limit, limiter, failureLimit }: CallerRateOptions): CallerRates {
  const local = localRateLimiter();
  const failures = failureLimit === 0 ? undefined : failureLimiter({ perAddress: failureLimit });

  return {
    admit({ scheme, value }, now) {
      if (limit === 0) return admitted;
      const key = `${scheme} ${value}`;
      const request = { now, limit, windowMs };
      return limiter === undefined ? local.admitNow(key, request) : limiter.admit(sha256(key), request);
    },
    admitFailure(address, now) {
      return failures === undefined || address === undefined ? admitted : failures.admit(address, now);
    },
  };
}
