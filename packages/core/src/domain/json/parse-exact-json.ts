import type { JsonValue } from './json-value.ts';

const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
const mayBeLarge = /\d{16}|[eE]\+?\d{3}/;

/**
 * Parses JSON that comes from elsewhere. A number that JavaScript would change or cannot have is a text of its digits:
 * one written without an exponent beyond ±9,007,199,254,740,991, such as an id of 18 digits, and one that is not finite.
 *
 * @throws {SyntaxError} For anything that is no JSON.
 * @spec CV4003
 */
export function parseExactJson(json: string): JsonValue {
  const value = JSON.parse(json) as JsonValue;
  if (!mayBeLarge.test(json)) return value;
  return JSON.parse(json.replace(stringOrNumber, (part) => (isExact(part) ? part : `"${part}"`))) as JsonValue;
}

function isExact(part: string): boolean {
  if (part.startsWith('"')) return true;
  const size = Math.abs(Number(part));
  return size <= Number.MAX_SAFE_INTEGER || (Number.isFinite(size) && /e/i.test(part));
}
