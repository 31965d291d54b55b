import { type EpochMs, secondsOf } from '@botwright/core';

/** Seconds since the epoch, with a fraction to the microsecond. @spec TK18 */
export function encodeSeconds(moment: EpochMs): number {
  return secondsOf(moment);
}
