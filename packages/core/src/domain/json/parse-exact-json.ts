import type { JsonValue } from './json-value.ts';
import { lostNumbers } from './lost-numbers.ts';

/**
 * Parses JSON from outside. A number that JavaScript would change or does not have becomes its literal text: a whole
 * number beyond ±9,007,199,254,740,991, such as an id of 18 digits, or one that is not finite.
 *
 * @throws {SyntaxError} For invalid JSON.
 * @spec CV77
 */
export function parseExactJson(json: string): JsonValue {
  const value = JSON.parse(json) as JsonValue;
  let quoted = '';
  let copied = 0;
  for (const { start, written } of lostNumbers(json)) {
    quoted += `${json.slice(copied, start)}"${written}"`;
    copied = start + written.length;
  }
  return copied === 0 ? value : (JSON.parse(quoted + json.slice(copied)) as JsonValue);
}
