import { isJsonList, isJsonObject, type JsonValue } from '@botwright/core/diagram';
import { numberOf } from '../number/read-number.ts';
import type { Work } from '../work/work.ts';
import { type Field, isDateField } from './field.ts';
import { fieldText } from './field-text.ts';
import { containsText } from './find-text.ts';
import { foldText } from './fold-text.ts';
import { isEqualJson } from './is-equal-json.ts';
import { createSought, type Sought, timeOf } from './sought.ts';

/** Says whether a Field, perhaps absent, stands in a relation to a value. */
type Comparison = (field: Field | undefined, sought: Sought, work: Work) => boolean;

const isSet: Comparison = (field) => field !== undefined && field.value !== null && field.value !== '';

/** @spec RN78, RN79, RN80, RN81, RN82 */
const is: Comparison = (field, sought, work) => {
  if (field === undefined) return false;
  const own = field.value;
  if (typeof own === 'number') return own === sought.number();
  if (typeof own === 'boolean') return own === sought.boolean();
  if (isDateField(field)) return isSameDefined(timeOf(own), sought.time());
  if (typeof own === 'string') return foldText(own, work) === sought.folded();
  return isEqualJson(own, sought.json(), work);
};

/** @spec RN83, RN84 */
const contains: Comparison = (field, sought, work) => {
  if (field === undefined) return false;
  if (isJsonList(field.value)) return field.value.some((entry) => isEntry(entry, sought, work));
  if (isJsonObject(field.value)) return Object.hasOwn(field.value, sought.text());
  return sought.folded() !== '' && containsText(foldText(fieldText(field.value, work), work), sought.folded(), work);
};

/** @spec RN83, RN84 */
const startsWith: Comparison = (field, sought, work) => {
  if (field === undefined || isJsonObject(field.value)) return false;
  if (isJsonList(field.value)) return isEntry(field.value[0], sought, work);
  const text = fieldText(field.value, work);
  const beginning = text.trimStart().slice(0, reachOf(sought));
  return sought.folded() !== '' && foldText(beginning, work).startsWith(sought.folded());
};

/** @spec RN83, RN84 */
const endsWith: Comparison = (field, sought, work) => {
  if (field === undefined || isJsonObject(field.value)) return false;
  if (isJsonList(field.value)) return isEntry(field.value.at(-1), sought, work);
  const text = fieldText(field.value, work);
  const end = text.trimEnd().slice(-reachOf(sought));
  return sought.folded() !== '' && foldText(end, work).endsWith(sought.folded());
};

/** @spec RN85 */
const isGreater: Comparison = (field, sought) => (order(field, sought) ?? 0) > 0;
const isLess: Comparison = (field, sought) => (order(field, sought) ?? 0) < 0;

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
export function compareField(field: Field | undefined, operator: string, value: JsonValue, work: Work): boolean {
  return comparisons.get(operator)?.(field, createSought(value, work), work) ?? false;
}

function not(comparison: Comparison): Comparison {
  return (field, sought, work) => !comparison(field, sought, work);
}

/** Whether an entry of a list is the value: entries have no type of their own but what they are. */
function isEntry(entry: JsonValue | undefined, sought: Sought, work: Work): boolean {
  if (entry === undefined || entry === null) return false;
  return is(
    { type: isJsonList(entry) ? 'array' : isJsonObject(entry) ? 'object' : 'string', value: entry },
    sought,
    work,
  );
}

/** How much of a text decides whether it begins with another: four units at most become one, and a letter has marks. */
function reachOf(sought: Sought): number {
  return 4 * sought.folded().length + 512;
}

/** Above 0 when the Field is greater, below when less; `undefined` when the two have no order. @spec RN85 */
function order(field: Field | undefined, sought: Sought): number | undefined {
  if (field === undefined) return undefined;
  return difference(numberOf(field.value), sought.number()) ?? difference(timeOf(field.value), sought.time());
}

function difference(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined || right === undefined ? undefined : left - right;
}

function isSameDefined(left: number | undefined, right: number | undefined): boolean {
  return left !== undefined && left === right;
}
