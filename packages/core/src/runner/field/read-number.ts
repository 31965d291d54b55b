import type { JsonValue } from '../../domain/json/json-value.ts';
import { isSameNumber, numberText } from '../../domain/number-text.ts';
import { visibleText } from '../../domain/visible-text.ts';

/**
 * How a number with one point or one comma before exactly three digits is read, which could be a fraction as well as
 * thousands: `point` takes `1.500` for one and a half, `comma` for one thousand and five hundred, `ask` for no number.
 */
export type DecimalMark = 'point' | 'comma' | 'ask';

/** UTF-16 units. */
const longestNumber = 100;

/** Digits of the whole part of a number that JavaScript can have. */
const mostDigits = 16;

/** As nearly every number is typed. */
const shortDigits = /^[0-9]{1,15}$/;

const signed = /^([+-]?) ?((?:\d|[.,٫]\d).*)$/;
const groupedByThree = /^[1-9]\d{0,2}(?:([., '٬])\d{3})(?:\1\d{3})*$/;
const groupedByTwo = /^[1-9]\d?(?:([., '٬])\d{2})(?:\1\d{2})*\1\d{3}$/;

/**
 * Reads a number as people type it: digits of any script, perhaps a sign, perhaps groups of three (or as in India) by
 * spaces, apostrophes, points or commas, perhaps a fraction after a point or a comma. The other marks decide the
 * meaning of a mark if they leave no choice; `decimal` decides if both meanings are possible.
 *
 * @returns `undefined` for any other text, and for numbers beyond the safe integers of JavaScript.
 * @spec RN60, RN141
 */
export function readNumber(text: string, decimal: DecimalMark = 'point'): number | undefined {
  if (shortDigits.test(text)) return Number(text);
  const written = readDecimal(text, decimal);
  const whole = written?.replace(/^[+-]/, '').split('.')[0] ?? '';
  if (written === undefined || whole.length > mostDigits) return undefined;
  const value = Number(written);
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value + 0 : undefined;
}

/**
 * Reads the same with all its digits, also more digits than a JavaScript number holds.
 *
 * @returns Perhaps a sign, digits, a point and digits: `-1500.0`.
 * @spec RN60, RN141, RN85
 */
export function readDecimal(text: string, decimal: DecimalMark = 'point'): string | undefined {
  if (text.length > longestNumber) return undefined;
  const [, sign = '', written] = signed.exec(visibleText(text).trim().replaceAll('،', ',')) ?? [];
  if (written === undefined) return undefined;
  const mark = decimalMark(written, decimal);
  if (mark === undefined) return undefined;
  const [whole = '', fraction = '0', ...more] = mark === '' ? [written] : written.split(mark);
  const digits = whole === '' ? '0' : ungrouped(whole);
  if (more.length > 0 || digits === undefined || !/^\d+$/.test(fraction)) return undefined;
  return `${sign}${digits}.${fraction}`;
}

/** @returns The mark before the fraction; empty if there is none, `undefined` if it is ambiguous. */
function decimalMark(written: string, decimal: DecimalMark): string | undefined {
  if (written.includes('٫')) return '٫';
  const marks = written.match(/[.,]/g) ?? [];
  const [mark] = marks;
  if (mark === undefined) return '';
  const last = marks.at(-1) ?? mark;
  if (last !== mark) return last;
  if (marks.length > 1) return '';
  const [before = '', after = ''] = written.split(mark);
  const couldGroup = /^[1-9]\d{0,2}$/.test(before) && /^\d{3}$/.test(after);
  if (!couldGroup) return mark;
  if (decimal === 'ask') return undefined;
  return (mark === '.') === (decimal === 'point') ? mark : '';
}

function ungrouped(whole: string): string | undefined {
  const isNumber = /^\d+$/.test(whole) || groupedByThree.test(whole) || groupedByTwo.test(whole);
  return isNumber ? whole.replace(/\D/g, '') : undefined;
}

/** A number, or a text that reads as one. @spec RN85 */
export function numberOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? readNumber(value) : undefined;
}

/**
 * Orders two numbers, or texts that read as one. Compares the written digits, and so digit by digit if a text has more
 * digits than a number holds.
 *
 * @returns Above 0 when the first is greater, below when less; `undefined` unless both are numbers.
 * @spec RN85
 */
export function compareNumbers(left: JsonValue, right: JsonValue): number | undefined {
  const [one, other] = [numberOf(left), numberOf(right)];
  const areTexts = typeof left === 'string' && typeof right === 'string';
  if (one !== undefined && other !== undefined && !areTexts) return isSameNumber(one, other) ? 0 : one - other;
  const [written, otherWritten] = [decimalOf(left), decimalOf(right)];
  if (written === undefined || otherWritten === undefined) return undefined;
  return compareDecimals(written, otherWritten);
}

function decimalOf(value: JsonValue): string | undefined {
  if (typeof value === 'number') return numberText(value);
  return typeof value === 'string' ? readDecimal(value) : undefined;
}

function compareDecimals(left: string, right: string): number {
  const places = Math.max(...[left, right].map((written) => (written.split('.')[1] ?? '').length));
  const [one, other] = [shifted(left, places), shifted(right, places)];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The whole number that a decimal becomes when its point moves. */
function shifted(written: string, places: number): bigint {
  const [whole = '', fraction = ''] = written.replace(/^\+/, '').split('.');
  return BigInt(`${whole}${fraction.padEnd(places, '0')}`);
}
