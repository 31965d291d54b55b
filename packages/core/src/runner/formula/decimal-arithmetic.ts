import { withoutNoise } from '../../domain/number-text.ts';

/** Digits after the point that `toFixed` takes. */
const mostPlaces = 100;

/** Factors that make numbers with few decimals whole: with no decimals, one, two, and so on. */
const scales = [1, 10, 100, 1_000, 10_000];

/** Up to here the product with a scale misses a whole number by much less than is tolerated. */
const mostScaled = 10 ** 12;
const mostMissed = 0.001;

/**
 * Arithmetic of decimals as with pen and paper: the decimals of the operands decide the decimals of the result, so that
 * no result has noise of binary fractions, and the noise does not grow from one to the next. `100.0 - 99.9` is `0.1`.
 *
 * @spec RN140
 */
export const decimalArithmetic = {
  add: (left: number, right: number): number => sum(withoutNoise(left), withoutNoise(right)),
  subtract: (left: number, right: number): number => sum(withoutNoise(left), -withoutNoise(right)),
  multiply: (left: number, right: number): number => withoutNoise(product(withoutNoise(left), withoutNoise(right))),
  divide: (left: number, right: number): number => quotient(withoutNoise(left), withoutNoise(right)),
  remainder: (left: number, right: number): number => remainder(withoutNoise(left), withoutNoise(right)),
} as const;

function sum(left: number, right: number): number {
  return fixed(left + right, Math.max(placesOf(left), placesOf(right)));
}

function product(left: number, right: number): number {
  return fixed(left * right, placesOf(left) + placesOf(right));
}

/** Rounds to 15 digits if the rounded quotient gives back the dividend. */
function quotient(left: number, right: number): number {
  const value = withoutNoise(left / right);
  if (Number.isInteger(value) || !Number.isFinite(value)) return value;
  const short = Number(value.toPrecision(15));
  return product(short, right) === left ? short : value;
}

function remainder(left: number, right: number): number {
  const scale = 10 ** Math.max(placesOf(left), placesOf(right));
  const [one, other] = [Math.round(left * scale), Math.round(right * scale)];
  const isExact = Number.isSafeInteger(one) && Number.isSafeInteger(other);
  return isExact ? (one % other) / scale : left % right;
}

function fixed(value: number, places: number): number {
  const isExact = places === 0 || places > mostPlaces || !Number.isFinite(value);
  return isExact ? value : (fixedShort(value, places) ?? Number(value.toFixed(places)));
}

/** The same as by `toFixed`, in less time, for a number that misses a short decimal by its noise only. */
function fixedShort(value: number, places: number): number | undefined {
  const scale = scales[places];
  if (scale === undefined) return undefined;
  const scaled = value * scale;
  const whole = Math.round(scaled);
  const isSame = whole !== 0 && Math.abs(whole) < mostScaled && Math.abs(scaled - whole) < mostMissed;
  return isSame ? whole / scale : undefined;
}

/** Digits after the point of the shortest decimal that reads as the number. */
function placesOf(value: number): number {
  if (Number.isInteger(value) || !Number.isFinite(value)) return 0;
  const few = scales.findIndex((scale) => {
    const whole = Math.round(value * scale);
    return Math.abs(whole) < mostScaled && whole / scale === value;
  });
  if (few !== -1) return few;
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent));
}
