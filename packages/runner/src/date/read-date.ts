// By their own paths: the index of date-fns is hundreds of files, and reading them makes every start take seconds.
import { utc } from '@date-fns/utc';
import { parse } from 'date-fns/parse';
import { writeIsoDate } from './read-iso-date.ts';
import { dateFnsPattern } from './strftime-pattern.ts';

/** Years of fewer digits are a two-digit year that met a four-digit form. */
const earliestYear = 1_000;

/**
 * Reads a date in a form given in the notation of strftime.
 *
 * @param now - Says which century a two-digit year means: the one that puts it within fifty years of now.
 * @returns The value of a `date` Field; `undefined` when the text has another form, or names no day that exists.
 * @spec RN62, RN63
 */
export function readDate(text: string, strftimeForm: string, now: number): string | undefined {
  const pattern = dateFnsPattern(strftimeForm);
  if (pattern === undefined) return undefined;
  const startOfDay = Math.floor(now / 86_400_000) * 86_400_000;
  const date = parse(text, pattern, startOfDay, { in: utc, useAdditionalDayOfYearTokens: true });
  const time = date.getTime();
  if (Number.isNaN(time) || date.getUTCFullYear() < earliestYear || date.getUTCFullYear() > 9_999) return undefined;
  return writeIsoDate(time);
}
