/**
 * Milliseconds since 1970-01-01T00:00:00Z. Never seconds, never local time. An integer, except for moments of messages,
 * which have microseconds as a fraction: see `microsOf`.
 */
export type EpochMs = number;

/**
 * Converts a moment to whole microseconds since the epoch. Moments are compared and stored as these integers, because
 * fractions of milliseconds lose digits: `momentOf(microsOf(moment))` equals `moment`.
 */
export function microsOf(moment: EpochMs): number {
  const whole = Math.floor(moment);
  return whole * 1_000 + Math.round((moment - whole) * 1_000);
}

/** Converts microseconds since the epoch to a moment. */
export function momentOf(micros: number): EpochMs {
  return micros / 1_000;
}

/** Seconds since the epoch, with at most six decimals. @spec MS21, MS26 */
export function secondsOf(moment: EpochMs): number {
  return microsOf(moment) / 1_000_000;
}
