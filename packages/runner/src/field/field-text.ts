import type { JsonValue } from '@botwright/core/diagram';
import { jsonLength } from '../work/json-length.ts';
import type { Work } from '../work/work.ts';

/**
 * Writes the value of a Field as people read it: texts as they are, lists and objects as JSON, nothing for a
 * Field that is not there and for `null`.
 *
 * @spec RN43
 */
export function fieldText(value: JsonValue | undefined, work: Work): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'object') jsonLength(value, work);
  return JSON.stringify(value);
}
