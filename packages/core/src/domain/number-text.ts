/** Decimal digits that a 64-bit binary number always preserves. */
const exactDigits = 15;

/** Significant digits for people, and the greatest error of a binary calculation: 16 units of the last bit. */
const readableDigits = 12;
const noise = 16 * 2 ** -52;

/** 10 to the power of the usual decimals. */
const fewDecimals = 10_000;

/** Whether a number has at most 4 decimals and 12 digits, and so has no noise. */
function isShort(value: number): boolean {
  const scaled = Math.round(value * fewDecimals);
  return scaled / fewDecimals === value && Math.abs(scaled) < 10 ** readableDigits;
}

/**
 * The number without the noise of a calculation in binary: `0.1 + 0.2` is `0.3`. A number with more than 12 digits,
 * such as a third, stays unchanged.
 *
 * @spec RN140
 */
export function withoutNoise(value: number): number {
  if (Number.isInteger(value) || !Number.isFinite(value) || isShort(value)) return value;
  const rounded = Number(value.toPrecision(readableDigits));
  return Math.abs(value - rounded) <= noise * Math.abs(value) ? rounded : value;
}

/**
 * Rounds a number for writing: without noise, and to 15 significant digits. Whole numbers up to 2^53 are exact, and
 * stay unchanged.
 */
export function roundedNumber(value: number): number {
  if (Number.isSafeInteger(value) || !Number.isFinite(value) || isShort(value)) return value;
  const rounded = Number(withoutNoise(value).toPrecision(exactDigits));
  // The greatest number would become infinite.
  return Number.isFinite(rounded) ? rounded : value;
}

/**
 * Writes a number for people: in decimal digits, with at most 15 significant ones except for whole numbers up to 2^53,
 * and never with an exponent.
 *
 * @spec RN139
 */
export function numberText(value: number): string {
  const text = String(roundedNumber(value) + 0);
  if (!text.includes('e')) return text;
  const [, sign = '', first = '', more = '', exponent] = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (exponent === undefined) return text;
  const [digits, shift] = [first + more, Number(exponent)];
  return shift < 0 ? `${sign}0.${'0'.repeat(-shift - 1)}${digits}` : `${sign}${digits.padEnd(shift + 1, '0')}`;
}

/** Whether two numbers have the same text. @spec RN139 */
export function isSameNumber(left: number, right: number): boolean {
  return left === right || roundedNumber(left) === roundedNumber(right);
}
