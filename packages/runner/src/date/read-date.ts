// By their own paths: the index of date-fns is hundreds of files, and reading them makes every start take seconds.
import { utc } from '@date-fns/utc';
import { parse } from 'date-fns/parse';
import { writeIsoDate } from './read-iso-date.ts';
import { dateFnsPattern } from './strftime-pattern.ts';

/** Years of fewer digits are a two-digit year that met a four-digit form. */
const earliestYear = 1_000;

/** UTF-16 units that a date, and the form of one, may have. */
const maxLength = 255;

/**
 * Reads a date in a form given in the notation of strftime.
 *
 * @param now - Says which century a two-digit year means: the one that puts it within fifty years of now.
 * @returns The value of a `date` Field; `undefined` when the text has another form, or names no day that exists, and
 *   for a form that contradicts itself.
 * @spec RN62, RN63
 */
export function readDate(text: string, strftimeForm: string, now: number): string | undefined {
  if (text.length > maxLength || strftimeForm.length > maxLength) return undefined;
  const pattern = dateFnsPattern(strftimeForm);
  const time = pattern === undefined ? undefined : parseTime(text, pattern, now);
  if (time === undefined) return undefined;
  const year = new Date(time).getUTCFullYear();
  return Number.isNaN(time) || year < earliestYear || year > 9_999 ? undefined : writeIsoDate(time);
}

function parseTime(text: string, pattern: string, now: number): number | undefined {
  const startOfDay = Math.floor(now / 86_400_000) * 86_400_000;
  try {
    return parse(text, pattern, startOfDay, { in: utc, useAdditionalDayOfYearTokens: true }).getTime();
  } catch {
    // Two directives that contradict each other, such as `%Y-%m-%Y`.
    return undefined;
  }
}
