import type { JsonValue } from './json-value.ts';

const mayBeLarge = /\d{16}|[eE]\+?\d{3}/;
const shortestLarge = '1e309'.length;

/**
 * Parses JSON that comes from elsewhere. A number that JavaScript would change or cannot have is a text of its digits:
 * one written without an exponent beyond ±9,007,199,254,740,991, such as an id of 18 digits, and one that is not finite.
 *
 * @throws {SyntaxError} For anything that is no JSON.
 * @spec CV77
 */
export function parseExactJson(json: string): JsonValue {
  const value = JSON.parse(json) as JsonValue;
  if (!mayBeLarge.test(json)) return value;
  return JSON.parse(quoteLargeNumbers(json)) as JsonValue;
}

/** Goes through the characters: an answer may have a million, and a regular expression takes ten times as long. */
function quoteLargeNumbers(json: string): string {
  let quoted = '';
  let copied = 0;
  for (let at = 0; at < json.length; at += 1) {
    if (json[at] === '"') {
      at = endOfString(json, at);
    } else if (isOfNumber(json.charCodeAt(at))) {
      const start = at;
      while (isOfNumber(json.charCodeAt(at + 1))) at += 1;
      if (at + 1 - start < shortestLarge || isExact(json.slice(start, at + 1))) continue;
      quoted += `${json.slice(copied, start)}"${json.slice(start, at + 1)}"`;
      copied = at + 1;
    }
  }
  return quoted + json.slice(copied);
}

/** The place of the quote that ends the string. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}

/** Digits, signs, points and exponents. The `e` of `true` and `false` stands alone, and is too short. */
function isOfNumber(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 43 || code === 45 || code === 46 || code === 69 || code === 101;
}

function isExact(number: string): boolean {
  const size = Math.abs(Number(number));
  return Number.isNaN(size) || size <= Number.MAX_SAFE_INTEGER || (Number.isFinite(size) && /e/i.test(number));
}
