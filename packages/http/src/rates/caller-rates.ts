import { localRateLimiter } from '@botwright/core/memory';
import { sha256, systemClock } from '@botwright/core/node';
import type { Clock, RateLimiter } from '@botwright/core/ports';
import type { Credential } from '../pipeline/credentials.ts';
import { tooManyRequests } from '../response/errors.ts';
import { addressLimiter } from './address-limiter.ts';

/** Limits the rates of callers, and of requests with invalid credentials. */
export interface CallerRates {
  /**
   * Counts a request with a valid credential.
   *
   * @throws {EngineError} `too_many_requests`
   */
  admit(credential: Credential): Promise<void>;
  /**
   * Counts a request with an invalid credential.
   *
   * @param address - The client's address, if known.
   * @throws {EngineError} `too_many_requests`
   */
  admitFailure(address: string | undefined): void;
}

export interface RateGuardOptions {
  /** Requests per key, in a sliding window; 0 disables the limit. */
  readonly limit: number;
  /** Length of the window in milliseconds; default 1,000. */
  readonly windowMs?: number;
  /** The counter of requests; default: in this process. `engine.rateLimiter` counts in the store. */
  readonly limiter?: RateLimiter | undefined;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
}

/**
 * Makes a function that counts a request under a key and rejects with `too_many_requests`, with the header
 * `retry-after`, when it is beyond the limit. Counts in this process stay in memory for two windows. Another limiter may
 * store its keys, so it gets a hash of the key.
 *
 * @spec HT27, HT28, HT76, TK7
 * @example
 * const admit = rateGuard({ limit: 5 });
 * await admit(addressGroup(request.address ?? ''));
 */
export function rateGuard(options: RateGuardOptions): (key: string) => Promise<void> {
  const { limit, windowMs = 1_000, limiter, clock = systemClock() } = options;
  const local = localRateLimiter();
  return async (key) => {
    if (limit === 0) return;
    const request = { now: clock.now(), limit, windowMs };
    const decision = limiter === undefined ? local.admitNow(key, request) : await limiter.admit(sha256(key), request);
    if (decision.kind === 'refused') throw tooManyRequests(decision.retryAfterMs);
  };
}

export interface CallerRateOptions extends RateGuardOptions {
  /** Requests with invalid credentials per second and address; 0 disables the limit. */
  readonly failureLimit: number;
}

/**
 * Counts requests by credential. Invalid credentials are always counted in this process: otherwise anybody could
 * overload the store.
 *
 * @spec HT53, TK6, TK8, TK9
 */
export function callerRates({ failureLimit, ...options }: CallerRateOptions): CallerRates {
  const { clock = systemClock() } = options;
  const guard = rateGuard(options);
  const failures = failureLimit === 0 ? undefined : addressLimiter({ perAddress: failureLimit });

  return {
    admit: ({ scheme, value }) => guard(`${scheme} ${value}`),
    admitFailure(address) {
      if (failures === undefined || address === undefined) return;
      const decision = failures.admit(address, clock.now());
      if (decision.kind === 'refused') throw tooManyRequests(decision.retryAfterMs);
    },
  };
}
