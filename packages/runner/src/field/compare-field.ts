import { isJsonList, isJsonObject, type JsonValue } from '@botwright/core/diagram';
import { readIsoDate } from '../date/read-iso-date.ts';
import { readNumber } from '../number/read-number.ts';
import { type Field, isDateField } from './field.ts';
import { fieldText } from './field-text.ts';
import { foldText } from './fold-text.ts';
import { isEqualJson } from './is-equal-json.ts';

/** Says whether a Field, perhaps absent, stands in a relation to a value. */
type Comparison = (field: Field | undefined, value: JsonValue) => boolean;

const isSet: Comparison = (field) => field !== undefined && field.value !== null && field.value !== '';

/** @spec RN78, RN79, RN80, RN81, RN82 */
const is: Comparison = (field, value) => {
  if (field === undefined) return false;
  const own = field.value;
  if (typeof own === 'number') return own === numberOf(value);
  if (typeof own === 'boolean') return own === booleanOf(value);
  if (isDateField(field)) return isSameDefined(timeOf(own), timeOf(value));
  if (typeof own === 'string') return foldText(own) === foldText(fieldText(value));
  return isEqualJson(own, jsonOf(value));
};

/** @spec RN83, RN84 */
const contains: Comparison = (field, value) => {
  if (field === undefined) return false;
  const sought = fieldText(value);
  if (isJsonList(field.value)) return field.value.some((entry) => isEntry(entry, value));
  if (isJsonObject(field.value)) return Object.hasOwn(field.value, sought);
  return sought.trim() !== '' && foldText(fieldText(field.value)).includes(foldText(sought));
};

/** @spec RN83, RN84 */
const startsWith: Comparison = (field, value) => {
  if (field === undefined || isJsonObject(field.value)) return false;
  if (isJsonList(field.value)) return isEntry(field.value[0], value);
  const sought = foldText(fieldText(value));
  return sought !== '' && foldText(fieldText(field.value)).startsWith(sought);
};

/** @spec RN83, RN84 */
const endsWith: Comparison = (field, value) => {
  if (field === undefined || isJsonObject(field.value)) return false;
  if (isJsonList(field.value)) return isEntry(field.value.at(-1), value);
  const sought = foldText(fieldText(value));
  return sought !== '' && foldText(fieldText(field.value)).endsWith(sought);
};

/** @spec RN85 */
const isGreater: Comparison = (field, value) => (order(field, value) ?? 0) > 0;
const isLess: Comparison = (field, value) => (order(field, value) ?? 0) < 0;

const comparisons: ReadonlyMap<string, Comparison> = new Map([
  ['is', is],
  ['is_not', not(is)],
  ['contains', contains],
  ['not_contains', not(contains)],
  ['starts_with', startsWith],
  ['ends_with', endsWith],
  ['greater', isGreater],
  ['less', isLess],
  ['is_set', isSet],
  ['is_not_set', not(isSet)],
]);

/**
 * Judges one condition. The type of the Field says how the value is read.
 *
 * @returns `false` too when there is no such operator.
 * @spec RN77, RN86
 */
export function compareField(field: Field | undefined, operator: string, value: JsonValue): boolean {
  return comparisons.get(operator)?.(field, value) ?? false;
}

function not(comparison: Comparison): Comparison {
  return (field, value) => !comparison(field, value);
}

/** Whether an entry of a list is the value: entries have no type of their own but what they are. */
function isEntry(entry: JsonValue | undefined, value: JsonValue): boolean {
  if (entry === undefined || entry === null) return false;
  return is({ type: isJsonList(entry) ? 'array' : isJsonObject(entry) ? 'object' : 'string', value: entry }, value);
}

/** Above 0 when the Field is greater, below when less; `undefined` when the two have no order. */
function order(field: Field | undefined, value: JsonValue): number | undefined {
  if (field === undefined) return undefined;
  return difference(numberOf(field.value), numberOf(value)) ?? difference(timeOf(field.value), timeOf(value));
}

function difference(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined || right === undefined ? undefined : left - right;
}

function isSameDefined(left: number | undefined, right: number | undefined): boolean {
  return left !== undefined && left === right;
}

function numberOf(value: JsonValue): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? readNumber(value) : undefined;
}

function booleanOf(value: JsonValue): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? foldText(value) : '';
  if (text === 'true') return true;
  return text === 'false' ? false : undefined;
}

function timeOf(value: JsonValue): number | undefined {
  return typeof value === 'string' ? readIsoDate(value.trim()) : undefined;
}

/** Authors write lists and objects as JSON text. */
function jsonOf(value: JsonValue): JsonValue {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    return value;
  }
}
