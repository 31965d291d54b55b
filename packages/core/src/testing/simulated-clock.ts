import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { Clock, Timer } from '../ports/clock.ts';

/** A clock for tests that stands still until `advance`. */
export interface SimulatedClock extends Clock, Timer {
  /**
   * Advances the time, and resolves the delays that end, in order.
   *
   * @throws {RangeError} when `ms` is negative or not a number.
   */
  advance(ms: number): void;
  /**
   * Sets the time back, like a correction of the machine's clock. Delays stay unchanged.
   *
   * @throws {RangeError} when `ms` is negative or not a number.
   */
  setBack(ms: number): void;
}

interface Sleeper {
  until: EpochMs;
  wake(): void;
}

/** A clock that moves only when a test moves it. Default start: 2026-01-01T00:00:00Z. */
export function simulatedClock(startAt: EpochMs = 1_767_225_600_000): SimulatedClock {
  const sleepers = new Set<Sleeper>();
  let now = startAt;

  function wakeUntil(then: EpochMs): void {
    const due = [...sleepers].filter(({ until }) => until <= then).sort((a, b) => a.until - b.until);
    for (const sleeper of due) {
      now = Math.max(now, sleeper.until);
      sleeper.wake();
    }
  }

  return {
    now: () => now,
    sleep(ms, signal) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const sleeper: Sleeper = { until: now + ms, wake: resolve };
      if (signal?.aborted === true) resolve();
      else sleepers.add(sleeper);
      signal?.addEventListener('abort', () => resolve(), { once: true });
      return promise.finally(() => sleepers.delete(sleeper));
    },
    advance(ms) {
      if (!(ms >= 0)) throw new RangeError(`Time does not advance by ${ms} ms.`);
      const then = now + ms;
      wakeUntil(then);
      now = then;
    },
    setBack(ms) {
      if (!(ms >= 0)) throw new RangeError(`Time is not set back by ${ms} ms.`);
      now -= ms;
      for (const sleeper of sleepers) sleeper.until -= ms;
    },
  };
}
