import type { Fields } from '../field/field.ts';
import { isRecordKey } from '../field/field-name.ts';
import type { JsonObject } from '../json/json-value.ts';

/** The Fields as extra keys of a customer. One that would hide a key of the customer is left out. @spec CU10 */
export function visibleFields(fields: Fields): JsonObject {
  const visible = Object.entries(fields).filter(([name]) => !isRecordKey(name));
  return Object.fromEntries(visible.map(([name, { value }]) => [name, value]));
}
