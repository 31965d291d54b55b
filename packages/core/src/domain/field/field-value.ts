import { faultMessages } from '../inputs/fault-messages.ts';
import { findJsonFault, jsonFaultMessage } from '../json/find-json-fault.ts';
import { isJsonList, isJsonObject, type JsonValue } from '../json/json-value.ts';
import { isPlainText } from '../text.ts';
import { isIsoDate } from '../time/iso-date.ts';
import type { Field, FieldType } from './field.ts';

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
 * @returns `undefined` if it can.
 * @spec CU11, CU12, CU13
 */
export function fieldValueFault(type: FieldType, value: unknown): string | undefined {
  const fault = findJsonFault(value);
  if (fault !== undefined) return jsonFaultMessage(fault);
  const json = value as JsonValue;
  if (!isOfType[type](json)) return faultMessages.typed(type);
  return hasOnlyPlainText(json) ? undefined : faultMessages.unstorable;
}

/**
 * Makes a Field from a scalar. The type is the type of the present Field if the value fits it; otherwise the value
 * determines it: a whole number is an `integer`.
 *
 * @spec CU14
 */
export function scalarField(value: string | number | boolean, present: Field | undefined): Field {
  if (present !== undefined && isOfType[present.type](value)) return { type: present.type, value };
  return typedValue(value) ?? { type: 'float', value };
}

/**
 * Makes a Field of a value, which determines the type: a whole number is an `integer`, any other a `float`.
 *
 * @returns `undefined` for `null` and infinite numbers, which cannot be values of Fields.
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

/** The recursion has at most 100 levels, because the value was checked. */
function hasOnlyPlainText(value: JsonValue): boolean {
  if (typeof value === 'string') return isPlainText(value);
  if (isJsonList(value)) return value.every(hasOnlyPlainText);
  if (!isJsonObject(value)) return true;
  return Object.entries(value).every(([key, member]) => isPlainText(key) && hasOnlyPlainText(member));
}
