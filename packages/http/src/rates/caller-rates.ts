import { localRateLimiter } from '@botwright/core/memory';
import { sha256 } from '@botwright/core/node';
import type { EpochMs, RateDecision, RateLimiter } from '@botwright/core/ports';
import type { Credential } from '../pipeline/credentials.ts';
import { addressLimiter } from './address-limiter.ts';

const windowMs = 1_000;
const admitted: RateDecision = Object.freeze({ kind: 'admitted' });

/** Limits the rates of callers, and of requests with invalid credentials. */
export interface CallerRates {
  /** Counts a request with a valid credential, if it is within the limit. */
  admit(credential: Credential, now: EpochMs): RateDecision | Promise<RateDecision>;
  /** Counts a request with an invalid credential. @param address - The client's address, if known. */
  admitFailure(address: string | undefined, now: EpochMs): RateDecision;
}

export interface CallerRateOptions {
  /** Requests per second and credential, in a sliding window; 0 disables the limit. */
  readonly limit: number;
  /** The counter of requests; `undefined`: in this process. */
  readonly limiter: RateLimiter | undefined;
  /** Requests with invalid credentials per second and address; 0 disables the limit. */
  readonly failureLimit: number;
}

/**
 * Counts requests by credential. Counts in this process stay in memory for two seconds; another limiter may store its
 * keys, so it gets a hash of the credential. Invalid credentials are always counted in this process: otherwise anybody
 * could overload the store.
 *
 * @spec HT27, HT53, TK6, TK7, TK8, TK9
 */
export function callerRates({ limit, limiter, failureLimit }: CallerRateOptions): CallerRates {
  const local = localRateLimiter();
  const failures = failureLimit === 0 ? undefined : addressLimiter({ perAddress: failureLimit });

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
