import { type EpochMs, sha256 } from '@botwright/core';
import type { BotsApiOptions } from '../../bots/bots-api-options.ts';
import type { Credential } from '../../bots/credentials/credential-reader.ts';
import type { RateVerdict } from './rate-limiter.ts';
import { slidingLogLimiter } from './sliding-log-limiter.ts';

/** Lets a caller's request through, or says how long to wait. */
export type RateGate = (credential: Credential, now: EpochMs) => Promise<RateVerdict>;

const defaultRateLimit = 100;

/**
 * Chooses what holds callers to the rate. Our own limiter keeps its keys to itself for two seconds; the host's,
 * which may write them down, gets no credential to see.
 *
 * @returns `undefined` when there is no limit.
 * @spec HT27
 */
export function rateGate({ rateLimit = defaultRateLimit, rateLimiter }: BotsApiOptions): RateGate | undefined {
  if (rateLimit === 0) return undefined;
  if (rateLimiter !== undefined) {
    return ({ scheme, value }, now) => rateLimiter.admit(sha256(`${scheme} ${value}`), now);
  }
  const own = slidingLogLimiter(rateLimit);
  return ({ scheme, value }, now) => own.admit(`${scheme} ${value}`, now);
}
