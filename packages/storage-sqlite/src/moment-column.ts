import type { EpochMs } from '@botwright/core';

/** The integer, in microseconds, that a column keeps of a moment of a message. Comes back exactly. */
export function microsOf(moment: EpochMs): number {
  const whole = Math.floor(moment);
  return whole * 1_000 + Math.round((moment - whole) * 1_000);
}

export function momentOf(micros: number): EpochMs {
  return micros / 1_000;
}
