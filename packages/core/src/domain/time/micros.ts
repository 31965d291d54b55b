import type { EpochMs } from './epoch-ms.ts';

/**
 * Gives a moment in whole microseconds since the epoch. What is counted, compared or stored to the microsecond is
 * counted as integers, so that no fraction drifts: `momentOf(microsOf(moment))` is the same moment, exactly.
 */
export function microsOf(moment: EpochMs): number {
  const whole = Math.floor(moment);
  return whole * 1_000 + Math.round((moment - whole) * 1_000);
}

/** The moment of this many microseconds since the epoch. */
export function momentOf(micros: number): EpochMs {
  return micros / 1_000;
}

/** Seconds since the epoch, with six decimals at most. @spec MS21, MS26 */
export function secondsOf(moment: EpochMs): number {
  return microsOf(moment) / 1_000_000;
}
