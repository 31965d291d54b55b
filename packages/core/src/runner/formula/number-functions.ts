import {
  type CelFunc,
  type CelList,
  CelScalar,
  type CelValue,
  celFunc,
  celMethod,
  celUint,
  isCelList,
  listType,
} from '@bufbuild/cel';
import { isChangedWhole } from '../../domain/json/lost-numbers.ts';
import { numberText, roundedNumber, withoutNoise } from '../../domain/number-text.ts';
import { visibleText } from '../../domain/visible-text.ts';
import { readDecimal } from '../field/read-number.ts';
import { numberIn, numberOrder } from './comparisons.ts';

const { DOUBLE, DYN, INT, STRING, UINT } = CelScalar;

/** Digits after the point, to which a number is rounded or in which it is written. */
const mostDecimals = 15;

/** Arguments of `math.greatest` and `math.least`. */
const mostArguments = 10;

/**
 * Functions that round numbers, choose among them and write them, under the names of CEL's own extensions. They work on
 * the decimal number: the noise of its binary form rounds nothing up or down.
 *
 * @spec RN142, RN143
 */
export const numberFunctions: CelFunc[] = [
  ...rounding('math.round', (value) => rounded(value, 0)),
  ...rounding('math.floor', (value) => Math.floor(roundedNumber(value))),
  ...rounding('math.ceil', (value) => Math.ceil(roundedNumber(value))),
  celFunc('math.abs', [DOUBLE], DOUBLE, Math.abs),
  celFunc('math.abs', [INT], INT, (value) => (value < 0n ? -value : value)),
  celFunc('math.round', [DOUBLE, INT], DOUBLE, (value, decimals) => rounded(value, decimalsOf(decimals))),
  celFunc('math.round', [INT, INT], INT, (value) => value),
  ...choosing('math.greatest', (one, other) => numberOrder(one, other) >= 0),
  ...choosing('math.least', (one, other) => numberOrder(one, other) <= 0),
  celFunc('string', [DOUBLE], STRING, numberText),
  celFunc('double', [INT], DOUBLE, exactly),
  celFunc('double', [UINT], DOUBLE, ({ value }) => exactly(value)),
  celFunc('int', [DOUBLE], INT, (value) => within(truncated(value), leastInt, mostInt)),
  celFunc('uint', [DOUBLE], UINT, (value) => celUint(within(truncated(value), 0n, mostUint))),
  celFunc('int', [STRING], INT, (text) => within(wholeOf(text), leastInt, mostInt)),
  celFunc('uint', [STRING], UINT, (text) => celUint(within(wholeOf(text), 0n, mostUint))),
  celFunc('double', [STRING], DOUBLE, decimalOf),
  celMethod('format', STRING, [listType(DYN)], STRING, function (values) {
    return formatted(String(this), values);
  }),
];

function rounding(name: string, round: (value: number) => number): readonly CelFunc[] {
  return [celFunc(name, [DOUBLE], DOUBLE, round), celFunc(name, [INT], INT, (value) => value)];
}

function decimalsOf(decimals: bigint): number {
  if (decimals < 0n || decimals > mostDecimals) throw new RangeError(`A number has at most ${mostDecimals} decimals.`);
  return Number(decimals);
}

/** Rounds halves away from zero, as CEL does, in decimal digits: `1.005` to two is `1.01`. */
function rounded(value: number, decimals: number): number {
  const [mantissa, exponent = '0'] = String(Math.abs(roundedNumber(value))).split('e');
  const shifted = Number(`${mantissa}e${Number(exponent) + decimals}`);
  if (!Number.isFinite(shifted) || shifted > Number.MAX_SAFE_INTEGER) return value;
  return Math.sign(value) * Number(`${Math.round(shifted)}e-${decimals}`);
}

/** The first of the most preferred arguments; a single argument is a list of them. */
function choosing(
  name: string,
  isPreferred: (one: number | bigint, other: number | bigint) => boolean,
): readonly CelFunc[] {
  const choose = (values: readonly CelValue[]): CelValue => {
    const [first, ...others] = values;
    if (first === undefined) throw new TypeError('There is no number to choose.');
    checkedNumber(first);
    return others.reduce((one, other) => (isPreferred(checkedNumber(one), checkedNumber(other)) ? one : other), first);
  };
  return Array.from({ length: mostArguments }, (_, index) =>
    celFunc(name, Array<typeof DYN>(index + 1).fill(DYN), DYN, (...values: CelValue[]) => {
      const [only] = values;
      return choose(values.length === 1 && isCelList(only) ? [...only] : values);
    }),
  );
}

function checkedNumber(value: CelValue): number | bigint {
  const number = numberIn(value);
  if (number === undefined) throw new TypeError('The value is not a number.');
  return number;
}

const placeholder = /%(?:%|(?:\.(\d{1,2}))?([a-z]))/g;

/** Fills numbers and texts into a text: `%s` as a text has them, `%d` whole, `%.2f` with as many decimals. */
function formatted(text: string, values: CelList): string {
  let next = 0;
  const filled = text.replace(placeholder, (all, decimals: string | undefined, kind: string | undefined) => {
    if (all === '%%') return '%';
    const value = values.get(next);
    next += 1;
    if (kind === 'f') return fixed(Number(checkedNumber(value ?? null)), decimalsOf(BigInt(decimals ?? 6)));
    if (decimals !== undefined) throw new TypeError(`No text has ${all}.`);
    if (kind === 'd') return whole(value ?? null);
    if (kind === 's') return shown(value ?? null);
    throw new TypeError(`No text has ${all}.`);
  });
  if (next !== values.size || text.replace(placeholder, '').includes('%'))
    throw new TypeError('The values do not fit the text.');
  return filled;
}

function fixed(value: number, decimals: number): string {
  const [before = '', after = ''] = numberText(rounded(value, decimals)).split('.');
  return decimals === 0 ? before : `${before}.${after.padEnd(decimals, '0')}`;
}

function whole(value: CelValue): string {
  const number = checkedNumber(value);
  if (typeof number === 'bigint') return String(number);
  if (!Number.isInteger(roundedNumber(number))) throw new TypeError('The value is not a whole number.');
  return numberText(number);
}

/** A text, a boolean or a number as a text has it. @throws {TypeError} for any other value. */
export function shown(value: CelValue): string {
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  const number = checkedNumber(value);
  return typeof number === 'bigint' ? String(number) : numberText(number);
}

/** UTF-16 units of a text that may have digits of other scripts. */
const longestRead = 100;

const wholeForm = /^[+-]?\d+$/;
const decimalForm = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** A whole number of a text: its digits, or any other way to type a number. @spec RN143 */
function wholeOf(text: string): bigint {
  const seen = text.length > longestRead ? text : visibleText(text).trim();
  const digits = wholeForm.test(seen) ? seen : readDecimal(seen)?.replace(/\.0*$/, '');
  if (digits === undefined || !wholeForm.test(digits)) throw new TypeError('The text is not a whole number.');
  return BigInt(digits);
}

/** A number of a text: as programs write it, or as people type it. @spec RN143 */
function decimalOf(text: string): number {
  const seen = text.length > longestRead ? text : visibleText(text).trim();
  const written = decimalForm.test(seen) ? seen : readDecimal(seen);
  if (written === undefined) throw new TypeError('The text is not a number.');
  if (isChangedWhole(written.replace(/\.0*$/, ''))) throw new RangeError('A decimal does not keep the digits.');
  return Number(written);
}

/** @throws {RangeError} when no decimal has the same value: a whole number never changes silently. @spec RN92 */
export function exactly(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError('The whole number is too large for a decimal.');
  return number;
}

/** @throws {RangeError} For a number that is not finite. */
function truncated(value: number): bigint {
  return BigInt(Math.trunc(withoutNoise(value)));
}

const [leastInt, mostInt, mostUint] = [-(2n ** 63n), 2n ** 63n - 1n, 2n ** 64n - 1n];

function within(value: bigint, least: bigint, most: bigint): bigint {
  if (value < least || value > most) throw new RangeError('The number is too large.');
  return value;
}
