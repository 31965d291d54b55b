import type { JsonValue } from '@botwright/core/diagram';

/**
 * Writes the value of a Field as people read it: texts as they are, lists and objects as JSON, nothing for a
 * Field that is not there and for `null`.
 *
 * @spec RN43
 */
export function fieldText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
