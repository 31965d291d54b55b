import { findJsonFault } from '../json/find-json-fault.ts';
import { isJsonList, isJsonObject, type JsonValue } from '../json/json-value.ts';
import { isPlainText } from '../text/plain-text.ts';
import type { Field, FieldType } from './field.ts';
import { isIsoDate } from './is-iso-date.ts';

const isOfType: Readonly<Record<FieldType, (value: JsonValue) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: Number.isSafeInteger,
  float: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  date: isDateText,
  datetime: isDateText,
  array: isJsonList,
  object: isJsonObject,
};

function isDateText(value: JsonValue): boolean {
  return typeof value === 'string' && isIsoDate(value);
}

/**
 * Finds why a Field of this type cannot hold this value.
 *
 * @returns `undefined` when it can.
 * @spec CU11, CU12, CU13
 */
export function fieldValueFault(type: FieldType, value: unknown): string | undefined {
  const fault = findJsonFault(value);
  if (fault !== undefined) return `${fault.path.length === 0 ? 'It' : fault.path.join('.')} ${fault.message}.`;
  const json = value as JsonValue;
  if (!isOfType[type](json)) return `Expected a value of type ${type}.`;
  return hasOnlyPlainText(json) ? undefined : 'It has a character that cannot be kept: U+0000, or half of one.';
}

/**
 * Gives a scalar its type: the one that the Field had where the value is one of that type, else the one that the value
 * is of. A whole number is an `integer`.
 *
 * @spec CU14
 */
export function scalarField(value: string | number | boolean, present: Field | undefined): Field {
  if (present !== undefined && isOfType[present.type](value)) return { type: present.type, value };
  if (typeof value === 'number') return { type: Number.isSafeInteger(value) ? 'integer' : 'float', value };
  return { type: typeof value === 'string' ? 'string' : 'boolean', value };
}

/** Goes as deep as the value does, which was found to be 100 levels. */
function hasOnlyPlainText(value: JsonValue): boolean {
  if (typeof value === 'string') return isPlainText(value);
  if (isJsonList(value)) return value.every(hasOnlyPlainText);
  if (!isJsonObject(value)) return true;
  return Object.entries(value).every(([key, member]) => isPlainText(key) && hasOnlyPlainText(member));
}
