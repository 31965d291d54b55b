import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { Clock } from '../ports/clock.ts';

export interface SimulatedClock extends Clock {
  /** @throws {RangeError} when `ms` is negative or no number: time does not go back. */
  advance(ms: number): void;
}

/** A clock that moves only when told to. Starts at 2026-01-01T00:00:00Z unless told otherwise. */
export function simulatedClock(startAt: EpochMs = 1_767_225_600_000): SimulatedClock {
  let now = startAt;
  return {
    now: () => now,
    advance(ms) {
      if (!(ms >= 0)) throw new RangeError(`A clock does not go back (asked to advance by ${ms} ms).`);
      now += ms;
    },
  };
}
