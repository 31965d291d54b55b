import { type EpochMs, type RateVerdict, sha256 } from '@botwright/core';
import { slidingLog } from '../../exchange/rate/sliding-log.ts';
import type { BotsApiOptions } from '../bots-api-options.ts';
import type { Credential } from './credential-reader.ts';

/** Lets a caller's request through, or says how long to wait. */
export type RateGate = (credential: Credential, now: EpochMs) => RateVerdict | Promise<RateVerdict>;

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
  const own = slidingLog(rateLimit);
  return ({ scheme, value }, now) => own.admit(`${scheme} ${value}`, now);
}
