import type { EpochMs } from './epoch-ms.ts';

const isoForm = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2}(?:\.\d{1,9})?))?(?:Z|([+-])(\d{2}):(\d{2}))?)?$/;

/**
 * Reads a date or a moment in ISO 8601; without an offset it is UTC. The hour may be 24 at the end of a day.
 *
 * @returns `undefined` for other texts and nonexistent days.
 * @spec RN46
 */
export function readIsoDate(text: string): EpochMs | undefined {
  const [, year, month, day, hour = '0', minute = '0', second = '0', sign, ...offset] = isoForm.exec(text) ?? [];
  if (year === undefined) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined;

  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)];
  const [offsetHours = 0, offsetMinutes = 0] = sign === undefined ? [] : offset.map(Number);
  const isTime = hours < 24 || (hours === 24 && minutes === 0 && seconds === 0);
  if (!isTime || minutes > 59 || seconds >= 60 || offsetMinutes > 59) return undefined;
  const ahead = (sign === '-' ? -60_000 : 60_000) * (60 * offsetHours + offsetMinutes);
  return Math.trunc(date.getTime() + 3_600_000 * hours + 60_000 * minutes + 1_000 * seconds - ahead);
}

/** The hour 24, and offsets of a day and more. */
const beyondDay = /T24|[+-](?:2[4-9]|[3-9]\d):\d{2}$/;

/** Whether the text is an existing day or moment in ISO 8601. @spec CU11 */
export function isIsoDate(text: string): boolean {
  return readIsoDate(text) !== undefined && !beyondDay.test(text);
}

/**
 * Writes a moment as the value of a `date` Field: `YYYY-MM-DD` at midnight UTC, otherwise `YYYY-MM-DDTHH:MM:SS`.
 *
 * @spec RN46
 */
export function writeIsoDate(time: EpochMs): string {
  const [day = '', clock = ''] = new Date(time).toISOString().split('T');
  const seconds = clock.slice(0, 8);
  return seconds === '00:00:00' ? day : `${day}T${seconds}`;
}
