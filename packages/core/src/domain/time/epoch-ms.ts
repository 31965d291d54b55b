/**
 * Milliseconds since 1970-01-01T00:00:00Z. Never seconds, never local time. An integer, except for moments of messages,
 * which have microseconds as a fraction: see `microsOf`.
 */
export type EpochMs = number;

/**
 * Gives a moment in whole microseconds since the epoch. Moments are compared and stored as these integers, as fractions
 * of milliseconds lose digits: `momentOf(microsOf(moment))` is exactly the same moment.
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
