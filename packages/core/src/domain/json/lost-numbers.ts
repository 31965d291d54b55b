/** A number in a JSON text. */
export interface WrittenNumber {
  /** In UTF-16 units. */
  readonly start: number;
  readonly written: string;
  /** The names and indexes of its path; valid until the next number. */
  path(): readonly (string | number)[];
}

/**
 * Whether JavaScript changes a whole number, or may have changed it: it is beyond ±9,007,199,254,740,991, and written
 * only in digits, or with a fraction or an exponent and different from the number read. So `1e300` does not count. A
 * number that is not finite is not whole.
 *
 * @param written - A number of a valid JSON text.
 * @spec HT73, BF25, CV77
 */
export function isChangedWhole(written: string): boolean {
  const value = Number(written);
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER || !Number.isFinite(value)) return false;
  return !/[.e]/i.test(written) || decimalOf(written) !== decimalOf(String(value));
}

/** Whether JavaScript changes a whole number, or has no such number. */
export function isLostNumber(written: string): boolean {
  return Math.abs(Number(written)) === Number.POSITIVE_INFINITY || isChangedWhole(written);
}

const parts = /^(-?)(\d*)\.?(\d*)(?:[eE](.+))?$/;

/** Writes a number in canonical form: its digits from the first to the last that is not 0, and the power of ten. */
function decimalOf(written: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts.exec(written) ?? [];
  const digits = whole + fraction;
  let [first, end] = [0, digits.length];
  while (digits[first] === '0') first += 1;
  while (end > first && digits[end - 1] === '0') end -= 1;
  return `${sign}${digits.slice(first, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}

/** Every number for which `isLostNumber` is true has one of these. */
const mayBeLost = /[\d.]{16}|[eE]\+?\d{3}/;
const shortestLost = '1e309'.length;

/**
 * Visits the numbers of a JSON text that JavaScript would change, or does not have. A text may have a million
 * characters: a regular expression takes ten times longer.
 *
 * @param json - A valid JSON text.
 */
export function* lostNumbers(json: string): Generator<WrittenNumber> {
  if (!mayBeLost.test(json)) return;
  /** The index of each open list, and the member name of each open object, in quotes; empty before the name. */
  const open: (string | number)[] = [];
  const path: WrittenNumber['path'] = () => open.map((step) => (typeof step === 'string' ? JSON.parse(step) : step));
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    const start = at;
    const last = open.length - 1;
    if (character === '"') {
      at = endOfString(json, at);
      if (open[last] === '') open[last] = json.slice(start, at + 1);
    } else if (character === '{') open.push('');
    else if (character === '[') open.push(0);
    else if (character === '}' || character === ']') open.pop();
    else if (character === ',') open[last] = typeof open[last] === 'number' ? open[last] + 1 : '';
    else if (isOfNumber(json.charCodeAt(at))) {
      while (isOfNumber(json.charCodeAt(at + 1))) at += 1;
      const written = json.slice(start, at + 1);
      if (written.length >= shortestLost && isLostNumber(written)) yield { start, written, path };
    }
  }
}

/** The position of the closing quote. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}

/** Digits, signs, points and exponents. The `e` of `true` and `false` is too short. */
function isOfNumber(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 43 || code === 45 || code === 46 || code === 69 || code === 101;
}
