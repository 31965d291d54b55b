import type { Duration } from '@botwright/testing';

const units: Readonly<Record<string, keyof Duration>> = { d: 'days', h: 'hours', m: 'minutes', s: 'seconds' };

/** Reads `1h 30m`, which is one hour and thirty minutes. @returns `undefined` for another text. */
export function readDuration(text: string): Duration | undefined {
  if (!/^(\s*\d+\s*[dhms])+\s*$/u.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+)\s*([dhms])/gu)];
  const time: Record<string, number> = {};
  for (const [, count, unit = ''] of parts)
    time[units[unit] as string] = (time[units[unit] as string] ?? 0) + Number(count);
  return time;
}

/** The same in milliseconds. */
export function readMilliseconds(text: string): number | undefined {
  const time = readDuration(text);
  if (time === undefined) return undefined;
  const { days = 0, hours = 0, minutes = 0, seconds = 0 } = time;
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000;
}
