/** A number in a JSON text. */
export interface WrittenNumber {
  /** In UTF-16 units. */
  readonly start: number;
  readonly written: string;
  /** The names and indexes that lead to it, until the next number is asked for. */
  path(): readonly (string | number)[];
}

/**
 * Whether JavaScript would change a whole number, or may have: it is beyond ±9,007,199,254,740,991, and is written in
 * digits alone, or with a fraction or an exponent and not as the number that it is read as. So `1e300` is not changed.
 * A number that is not finite is not whole.
 *
 * @param written - A number of a valid JSON text.
 * @spec HT73, BF25, CV77
 */
export function isChangedWhole(written: string): boolean {
  const value = Number(written);
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER || !Number.isFinite(value)) return false;
  return !/[.e]/i.test(written) || decimalOf(written) !== decimalOf(String(value));
}

/** Whether JavaScript would change a number as a whole one, or has no such number. */
export function isLostNumber(written: string): boolean {
  return Math.abs(Number(written)) === Number.POSITIVE_INFINITY || isChangedWhole(written);
}

const parts = /^(-?)(\d*)\.?(\d*)(?:[eE](.+))?$/;

/** Writes a number in one way: its digits from the first that is not 0 to the last, and the power of ten behind them. */
function decimalOf(written: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts.exec(written) ?? [];
  const digits = whole + fraction;
  let [first, end] = [0, digits.length];
  while (digits[first] === '0') first += 1;
  while (end > first && digits[end - 1] === '0') end -= 1;
  return `${sign}${digits.slice(first, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}

/** A number that `isLostNumber` has one of these. */
const mayBeLost = /[\d.]{16}|[eE]\+?\d{3}/;
const shortestLost = '1e309'.length;

/**
 * Goes through the numbers of a JSON text that JavaScript would change, or does not have. A text may have a million
 * characters: a regular expression takes ten times as long.
 *
 * @param json - A valid JSON text.
 */
export function* lostNumbers(json: string): Generator<WrittenNumber> {
  if (!mayBeLost.test(json)) return;
  /** Of each open list the index, of each open object the name of the member, in quotes; empty where that comes next. */
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

/** The place of the quote that ends the string. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}

/** Digits, signs, points and exponents. The `e` of `true` and `false` stands alone, and is too short. */
function isOfNumber(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 43 || code === 45 || code === 46 || code === 69 || code === 101;
}
