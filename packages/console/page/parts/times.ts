const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/**
 * Reads a time of any of the interfaces.
 *
 * @param time - `YYYY-MM-DDTHH:MM:SS`, in UTC with or without `Z`, or seconds since 1970.
 * @returns Milliseconds since 1970.
 */
export function readTime(time: string | number): number {
  if (typeof time === 'number') return time * 1_000;
  return Date.parse(/Z$|[+-]\d\d:\d\d$/.test(time) ? time : `${time}Z`);
}

/** The distance of a time from now: `5 minutes ago`, `in 2 days`. */
export function relativeTime(ms: number, nowMs: number, locale?: string): string {
  const seconds = Math.round((ms - nowMs) / 1_000);
  const found = units.find(([, size]) => Math.abs(seconds) >= size);
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  if (found === undefined)
    return Math.abs(seconds) < 10 ? format.format(0, 'second') : format.format(seconds, 'second');
  const [unit, size] = found;
  return format.format(Math.trunc(seconds / size), unit);
}

/** A countdown: `14:09`. */
export function remaining(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
