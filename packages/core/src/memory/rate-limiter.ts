import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { Rate, RateDecision, RateLimiter } from '../ports/rate-limiter.ts';

/** The key that counts all callers beyond `maxKeys` together. */
const others = Symbol('others');
const admitted: RateDecision = Object.freeze({ kind: 'admitted' });

/** The moments of one caller's admitted requests, oldest first, in a ring that grows up to the rate. */
interface Log {
  times: Float64Array;
  first: number;
  count: number;
  windowMs: number;
}

export interface RateLimiterBounds {
  /** How many callers are counted separately; further ones are counted together. Default: no bound. */
  readonly maxKeys?: number;
  /**
   * The group under which a caller beyond `maxKeys` is counted: as many groups separately, and then all together. It never
   * returns the key of a caller. Default: all together.
   */
  groupOf?(key: string): string;
}

/** Counts requests in the memory of this process. */
export interface LocalRateLimiter extends RateLimiter {
  /** How many callers are counted separately. Callers who are idle for a window are not. */
  size(): number;
  /** The same as `admit`, synchronously. */
  admitNow(key: string, request: Rate & { readonly now: EpochMs }): RateDecision;
}

/**
 * Makes a rate limiter that counts in the memory of this process: faster than a store's rate limiter, and not shared
 * with other processes. Callers who are idle for a window are forgotten.
 *
 * @spec RT1, RT2, RT4, RT5, RT6, HT27, HT28, HT29, HT53, HT71
 * @example
 * const attempts = localRateLimiter();
 * const decision = await attempts.admit(address, { now: Date.now(), limit: 5, windowMs: 1_000 });
 */
export function localRateLimiter({
  maxKeys = Number.POSITIVE_INFINITY,
  groupOf,
}: RateLimiterBounds = {}): LocalRateLimiter {
  const logs = new Map<string | typeof others, Log>();
  let sweptAt: EpochMs = Number.NEGATIVE_INFINITY;

  /** The key that counts a caller who is not counted separately. */
  function groupBeyond(key: string): string | typeof others {
    const group = groupOf?.(key);
    return group !== undefined && (logs.has(group) || logs.size < 2 * maxKeys) ? group : others;
  }

  function admitNow(key: string, { now, limit, windowMs }: Rate & { readonly now: EpochMs }): RateDecision {
    if (Math.abs(now - sweptAt) >= windowMs) {
      sweptAt = now;
      for (const [idle, log] of logs) if (newest(log) <= now - log.windowMs) logs.delete(idle);
    }

    const counted = logs.has(key) || logs.size < maxKeys ? key : groupBeyond(key);
    const log = logs.get(counted) ?? startLog(logs, counted, { limit, windowMs });
    log.windowMs = windowMs;
    forgetOutside(log, now, windowMs);
    if (log.count < limit) {
      append(log, now, limit);
      return admitted;
    }
    return { kind: 'refused', retryAfterMs: timeAt(log, log.count - limit) + windowMs - now };
  }

  return { size: () => logs.size, admitNow, admit: async (key, request) => admitNow(key, request) };
}

function startLog<TKey>(logs: Map<TKey, Log>, key: TKey, { limit, windowMs }: Rate): Log {
  const log: Log = { times: new Float64Array(Math.min(limit, 4)), first: 0, count: 0, windowMs };
  logs.set(key, log);
  return log;
}

/** @param index - Counted from the oldest. */
function timeAt({ times, first }: Log, index: number): EpochMs {
  return times[(first + index) % times.length] ?? 0;
}

function newest(log: Log): EpochMs {
  return log.count === 0 ? Number.NEGATIVE_INFINITY : timeAt(log, log.count - 1);
}

/**
 * Drops moments outside the window. Moments in the future were counted before the clock was set back, or by a clock
 * that is ahead: it drops moments more than a window ahead, and counts the others as now.
 *
 * @spec RT5
 */
function forgetOutside(log: Log, now: EpochMs, windowMs: number): void {
  while (log.count > 0 && newest(log) > now + windowMs) log.count -= 1;
  while (log.count > 0 && timeAt(log, 0) <= now - windowMs) {
    log.first = (log.first + 1) % log.times.length;
    log.count -= 1;
  }
  for (let index = log.count - 1; index >= 0 && timeAt(log, index) > now; index -= 1) setTime(log, index, now);
}

function append(log: Log, now: EpochMs, limit: number): void {
  if (log.count === log.times.length) {
    const larger = new Float64Array(Math.min(limit, log.count * 2));
    for (let index = 0; index < log.count; index += 1) larger[index] = timeAt(log, index);
    log.times = larger;
    log.first = 0;
  }
  setTime(log, log.count, now);
  log.count += 1;
}

function setTime({ times, first }: Log, index: number, time: EpochMs): void {
  times[(first + index) % times.length] = time;
}
