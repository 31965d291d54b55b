import type { EpochMs, RateVerdict } from '@botwright/core';

const secondMs = 1_000;
/** Counts the requests of all callers that there is no room to count apart. */
const others = Symbol('others');
const admitted: RateVerdict = Object.freeze({ kind: 'admitted' });

/** The moments of one caller's admitted requests, oldest first, in a ring that grows up to the rate. */
interface Log {
  times: Float64Array;
  first: number;
  count: number;
}

export interface SlidingLog {
  /** Counts one request of a caller if it is within the rate. */
  admit(key: string, now: EpochMs): RateVerdict;
}

export interface SlidingLogBounds {
  /** Length of the window; default one second. */
  readonly windowMs?: number;
  /** Callers that are counted apart; further ones are counted together. Default: no bound. */
  readonly maxKeys?: number;
}

/**
 * Admits so many requests of each caller in any window.
 *
 * It remembers only what was admitted in the last two windows: idle callers are forgotten once a window.
 *
 * @param limit - Requests a window, at least 1.
 * @spec HT27, HT28, HT29, HT53
 */
export function slidingLog(limit: number, bounds: SlidingLogBounds = {}): SlidingLog {
  const { windowMs = secondMs, maxKeys = Number.POSITIVE_INFINITY } = bounds;
  const logs = new Map<string | typeof others, Log>();
  let sweptAt: EpochMs = Number.NEGATIVE_INFINITY;

  return {
    admit(key, now) {
      if (now - sweptAt >= windowMs) {
        sweptAt = now;
        for (const [idle, log] of logs) if (newest(log) <= now - windowMs) logs.delete(idle);
      }

      const place = logs.has(key) || logs.size < maxKeys ? key : others;
      const log = logs.get(place) ?? startLog(logs, place, limit);
      forgetUntil(log, now - windowMs);
      if (log.count < limit) {
        append(log, now, limit);
        return admitted;
      }
      return { kind: 'refused', retryAfterMs: (log.times[log.first] ?? now) + windowMs - now };
    },
  };
}

function startLog<TKey>(logs: Map<TKey, Log>, key: TKey, limit: number): Log {
  const log: Log = { times: new Float64Array(Math.min(limit, 4)), first: 0, count: 0 };
  logs.set(key, log);
  return log;
}

function newest({ times, first, count }: Log): EpochMs {
  return count === 0 ? Number.NEGATIVE_INFINITY : (times[(first + count - 1) % times.length] ?? 0);
}

function forgetUntil(log: Log, moment: EpochMs): void {
  while (log.count > 0 && (log.times[log.first] ?? 0) <= moment) {
    log.first = (log.first + 1) % log.times.length;
    log.count -= 1;
  }
}

function append(log: Log, now: EpochMs, limit: number): void {
  if (log.count === log.times.length) {
    const larger = new Float64Array(Math.min(limit, log.count * 2));
    for (let index = 0; index < log.count; index += 1) {
      larger[index] = log.times[(log.first + index) % log.count] ?? 0;
    }
    log.times = larger;
    log.first = 0;
  }
  log.times[(log.first + log.count) % log.times.length] = now;
  log.count += 1;
}
