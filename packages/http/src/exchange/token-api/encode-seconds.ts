import type { EpochMs } from '@botwright/core';

/** Seconds since the epoch, with milliseconds as their fraction. @spec TK18 */
export function encodeSeconds(moment: EpochMs): number {
  return moment / 1_000;
}
