import type { JsonValue } from '@botwright/core/diagram';

const form = /^([+-]?\d{1,16})(?:([.,])(\d{1,16}))?$/;

/**
 * Reads a number as people type it: digits, perhaps a sign, perhaps a fraction after a point or a comma. A comma
 * before exactly three digits could part thousands as well as a fraction, so it is not read at all.
 *
 * @returns `undefined` for any other text, and beyond the whole numbers that JavaScript counts one by one.
 * @spec RN60
 */
export function readNumber(text: string): number | undefined {
  const [, whole = '', mark, fraction] = form.exec(text.trim()) ?? [];
  if (whole === '' || (mark === ',' && fraction?.length === 3)) return undefined;
  const value = Number(fraction === undefined ? whole : `${whole}.${fraction}`);
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value + 0 : undefined;
}

/** A number, or a text that reads as one. @spec RN85 */
export function numberOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? readNumber(value) : undefined;
}
