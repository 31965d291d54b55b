import { isJsonList, isJsonObject, type JsonValue } from '@botwright/core/diagram';
import type { Field, FieldType } from './field.ts';

/**
 * Types a value by what it is: a whole number is an `integer`, any other a `float`.
 *
 * @returns `undefined` for `null`, which is no value of a Field, and for a number that is not finite.
 * @spec RN44
 */
export function typedValue(value: JsonValue | undefined): Field | undefined {
  const type = typeOf(value);
  return type === undefined || value === undefined ? undefined : { type, value };
}

function typeOf(value: JsonValue | undefined): FieldType | undefined {
  if (typeof value === 'string' || typeof value === 'boolean') return typeof value as 'string' | 'boolean';
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return undefined;
    return Number.isSafeInteger(value) ? 'integer' : 'float';
  }
  if (isJsonList(value)) return 'array';
  return isJsonObject(value) ? 'object' : undefined;
}
