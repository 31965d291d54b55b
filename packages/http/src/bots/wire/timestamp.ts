import type { EpochMs } from '@botwright/core/ports';

const secondMs = 1_000;
const daySeconds = 86_400;
/** Days from 0000-03-01 to 1970-01-01. Counted from 1 March, a leap day is the last day of its year. */
const daysBeforeEpoch = 719_468;
const daysIn400Years = 146_097;

/**
 * Writes a moment as `2026-01-31T12:00:00`: UTC, without offset and fractions. Calculated here because every read does
 * it, and formatting a `Date` takes several times as long.
 *
 * @param moment - From the year 0 to the year 9999.
 * @spec AP2
 */
export function encodeTimestamp(moment: EpochMs): string {
  const seconds = Math.floor(moment / secondMs);
  const days = Math.floor(seconds / daySeconds);
  const time = seconds - days * daySeconds;

  const date = encodeDate(days + daysBeforeEpoch);
  return `${date}T${two(Math.floor(time / 3_600))}:${two(Math.floor(time / 60) % 60)}:${two(time % 60)}`;
}

/** @param days - Since 0000-03-01. */
function encodeDate(days: number): string {
  const era = Math.floor(days / daysIn400Years);
  const dayOfEra = days - era * daysIn400Years;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);

  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

function two(part: number): string {
  return part < 10 ? `0${part}` : `${part}`;
}
