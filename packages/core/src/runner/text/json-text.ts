import type { JsonValue } from '../../domain/json/json-value.ts';
import { roundedNumber } from '../../domain/number-text.ts';

/**
 * Writes a value as JSON, its numbers without the noise of binary fractions. Charge for it by `jsonLength` before.
 *
 * @spec RN139
 */
export function jsonText(value: JsonValue): string {
  // A function that is called for each part takes much longer.
  if (typeof value === 'number') return JSON.stringify(roundedNumber(value));
  if (typeof value !== 'object') return JSON.stringify(value);
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'number' ? roundedNumber(part) : part));
}
