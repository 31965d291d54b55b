/** Decimal digits that a binary number of 64 bits always keeps. */
const exactDigits = 15;

/**
 * Rounds a number to 15 significant digits, beyond which a decimal number has the noise of its binary form:
 * `59.699999999999996` is `59.7`. Whole numbers up to 2^53 are exact, and stay as they are.
 */
export function roundedNumber(value: number): number {
  return Number.isSafeInteger(value) || !Number.isFinite(value) ? value : Number(value.toPrecision(exactDigits));
}

/**
 * Writes a number as people read it: in decimal digits, at most 15 of them significant where it is no whole number up
 * to 2^53, and never with an exponent.
 *
 * @spec RN5010
 */
export function numberText(value: number): string {
  const text = String(roundedNumber(value) + 0);
  const [, sign = '', first = '', more = '', exponent] = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (exponent === undefined) return text;
  const [digits, shift] = [first + more, Number(exponent)];
  return shift < 0
    ? `${sign}0.${'0'.repeat(-shift - 1)}${digits}`
    : `${sign}${digits.padEnd(shift + 1, '0')}`;
}

/** Whether two numbers are written the same. @spec RN5010 */
export function isSameNumber(left: number, right: number): boolean {
  return left === right || roundedNumber(left) === roundedNumber(right);
}

/** Significant digits up to which a number counts as meant where a calculation missed it by its binary form. */
const meantDigits = 12;

/**
 * The number without the noise of a calculation in binary: `0.1 + 0.2` is `0.3`. A number with more than 12 digits, such
 * as a third, stays as exact as it is.
 *
 * @spec RN5011
 */
export function withoutNoise(value: number): number {
  const rounded = roundedNumber(value);
  if (rounded === value) return value;
  const [mantissa = ''] = String(Math.abs(rounded)).split('e');
  return mantissa.replace('.', '').replace(/^0+/, '').length <= meantDigits ? rounded : value;
}
