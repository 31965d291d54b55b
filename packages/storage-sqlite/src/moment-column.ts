import type { EpochMs } from '@botwright/core/ports';

/** The integer, in microseconds, that a column has for the moment of a message. `momentOf` gives the exact moment. */
export function microsOf(moment: EpochMs): number {
  const whole = Math.floor(moment);
  return whole * 1_000 + Math.round((moment - whole) * 1_000);
}

export function momentOf(micros: number): EpochMs {
  return micros / 1_000;
}
