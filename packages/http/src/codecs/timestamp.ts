import type { EpochMs } from '@botwright/core';

const lengthToSeconds = 'YYYY-MM-DDTHH:MM:SS'.length;

/**
 * UTC, without offset and fractions.
 *
 * @spec AP2
 */
export function encodeTimestamp(moment: EpochMs): string {
  return new Date(moment).toISOString().slice(0, lengthToSeconds);
}
