/** A period: the sum of its parts. */
export interface Duration {
  /** 24 hours each. Default 0. */
  readonly days?: number;
  /** Default 0. */
  readonly hours?: number;
  /** Default 0. */
  readonly minutes?: number;
  /** Default 0; may have a fraction. */
  readonly seconds?: number;
}

const unitMs: Readonly<Record<string, number>> = { s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 };
const units: Readonly<Record<string, string>> = {
  ...{ s: 's', sec: 's', second: 's', seconds: 's', min: 'min', minute: 'min', minutes: 'min' },
  ...{ h: 'h', hour: 'h', hours: 'h', d: 'd', day: 'd', days: 'd' },
};
const written = /^(?:\s*\d{1,9}(?:\.\d{1,3})?\s*[a-z]+\s*)+$/;
const part = /(\d+(?:\.\d+)?)\s*([a-z]+)/g;

/**
 * Reads a period such as `10 min`, `1 h 30 min` or `2 days`.
 *
 * @returns Milliseconds; `undefined` for another text.
 * @spec WT31
 */
export function readDuration(text: string): number | undefined {
  if (text.length > 100 || !written.test(text)) return undefined;
  const parts = [...text.matchAll(part)].map(
    ([, count, unit = '']) => Number(count) * (unitMs[units[unit] ?? ''] ?? Number.NaN),
  );
  const total = parts.reduce((sum, each) => sum + each, 0);
  return Number.isNaN(total) ? undefined : Math.round(total);
}

/** @throws {TypeError} When a text is not a period. @spec TE6 */
export function millisecondsOf(time: Duration | string): number {
  if (typeof time === 'string') {
    const read = readDuration(time);
    if (read === undefined) throw new TypeError(`"${time}" is not a period such as "10 min" or "2 days".`);
    return read;
  }
  const { days = 0, hours = 0, minutes = 0, seconds = 0 } = time;
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000;
}
