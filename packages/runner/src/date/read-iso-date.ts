import { utc } from '@date-fns/utc';
import { parseISO } from 'date-fns/parseISO';

const isoForm = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * Reads a date or a moment as ISO 8601 writes it; without an offset it is UTC.
 *
 * @returns Milliseconds since the epoch; `undefined` for any other text and for a day that no calendar has.
 * @spec RN46
 */
export function readIsoDate(text: string): number | undefined {
  if (!isoForm.test(text)) return undefined;
  const time = parseISO(text, { in: utc }).getTime();
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Writes a moment as the value of a `date` Field: `YYYY-MM-DD` at midnight UTC, else `YYYY-MM-DDTHH:MM:SS`.
 *
 * @spec RN46
 */
export function writeIsoDate(time: number): string {
  const [day = '', clock = ''] = new Date(time).toISOString().split('T');
  const seconds = clock.slice(0, 8);
  return seconds === '00:00:00' ? day : `${day}T${seconds}`;
}
