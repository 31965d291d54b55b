import { type Field, isDateField } from '../../domain/field/field.ts';
import {
  isEqualJson,
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../domain/json/json-value.ts';
import { parseExactJson } from '../../domain/json/parse-exact-json.ts';
import { isSameNumber } from '../../domain/number-text.ts';
import { readIsoDate } from '../../domain/time/iso-date.ts';
import { visibleText } from '../../domain/visible-text.ts';
import type { ExecutionContext } from '../behaviour/block-behaviour.ts';
import { costs } from '../budget/costs.ts';
import { chargeComparison } from '../budget/json-costs.ts';
import type { StepBudget } from '../budget/step-budget.ts';
import { fieldText } from '../text/fill-text.ts';
import { comparableText, containsText } from './comparable-text.ts';
import { compareNumbers, numberOf } from './read-number.ts';

/** The parts of the context of a block that a comparison needs. */
type Tools = Pick<ExecutionContext, 'budget' | 'matches'>;

/** Whether a Field, perhaps absent, is in some relation to a value. */
type Comparison = (field: Field | undefined, sought: Sought, budget: StepBudget, tools: Tools) => boolean;

const isSet: Comparison = (field) => field !== undefined && field.value !== null && field.value !== '';

/** @spec RN78, RN79, RN80, RN81, RN82 */
const is = (field: Field | undefined, sought: Sought, budget: StepBudget): boolean => {
  if (field === undefined) return false;
  const own = field.value;
  if (typeof own === 'number') return isSameNumber(own, sought.number() ?? Number.NaN);
  if (typeof own === 'boolean') return own === sought.boolean();
  if (isDateField(field)) return difference(timeOf(own), sought.time()) === 0;
  if (typeof own === 'string') return comparableText(own, budget) === sought.folded();
  return isEqualJson(own, sought.json(), (part) => chargeComparison(part, budget));
};

/** @spec RN83, RN84 */
const contains: Comparison = (field, sought, budget) => {
  if (field === undefined) return false;
  if (isJsonList(field.value)) return field.value.some((entry) => isEntry(entry, sought, budget));
  if (sought.folded() === '') return false;
  if (isJsonObject(field.value)) return hasMember(field.value, sought, budget);
  return containsText(comparableText(fieldText(field.value, budget), budget), sought.folded(), budget);
};

/** Whether an object has a member of this name. */
function hasMember(object: JsonObject, sought: Sought, budget: StepBudget): boolean {
  const names = Object.keys(object);
  budget.charge(names.length * costs.element);
  return names.some((name) => comparableText(name, budget) === sought.folded());
}

const startsWith = atEnd(0, {
  trimmed: (text) => text.trimStart(),
  end: (text, length) => text.slice(0, length),
  isThere: (beginning, sought) => beginning.startsWith(sought),
});

const endsWith = atEnd(-1, {
  trimmed: (text) => text.trimEnd(),
  end: (text, length) => text.slice(-length),
  isThere: (end, sought) => end.endsWith(sought),
});

/** @spec RN85 */
const isGreater: Comparison = (field, sought) => (order(field, sought) ?? 0) > 0;
const isLess: Comparison = (field, sought) => (order(field, sought) ?? 0) < 0;

/** @spec LG3 */
const isAtLeast: Comparison = (field, sought) => (order(field, sought) ?? -1) >= 0;
const isAtMost: Comparison = (field, sought) => (order(field, sought) ?? 1) <= 0;

/** @spec LG4 */
const matches: Comparison = (field, { value }, budget, tools) =>
  field !== undefined && tools.matches(fieldText(field.value, budget), fieldText(value, budget));

/** @spec LG6 */
const isOneOf: Comparison = (field, { value }, budget) => {
  if (field === undefined) return false;
  return listOf(value, budget).some((entry) => is(field, createSought(entry, budget), budget));
};

/** A list, or the lines of a text that have something to read. */
function listOf(value: JsonValue, budget: StepBudget): readonly JsonValue[] {
  if (isJsonList(value)) return value;
  const text = fieldText(value, budget);
  budget.charge(text.length * costs.character);
  return text.split(/\r?\n/).filter((line) => line.trim() !== '');
}

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
  ['at_least', isAtLeast],
  ['at_most', isAtMost],
  ['matches', matches],
  ['not_matches', not(matches)],
  ['is_one_of', isOneOf],
]);

/**
 * Checks one condition. The type of the Field decides how the value is read.
 *
 * @returns `false` too when there is no such operator.
 * @spec RN77, RN86
 */
export function compareField(field: Field | undefined, operator: string, value: JsonValue, tools: Tools): boolean {
  const { budget } = tools;
  return comparisons.get(operator)?.(field, createSought(value, budget), budget, tools) ?? false;
}

function not(comparison: Comparison): Comparison {
  return (field, sought, budget, tools) => !comparison(field, sought, budget, tools);
}

/** Whether an entry of a list `is` a value. @spec LG12 */
export function isSameEntry(entry: JsonValue, value: JsonValue, budget: StepBudget): boolean {
  return isEntry(entry, createSought(value, budget), budget);
}

/** Whether an entry of a list equals the value. The entry's value decides its type. */
function isEntry(entry: JsonValue | undefined, sought: Sought, budget: StepBudget): boolean {
  if (entry === undefined || entry === null) return false;
  return is(
    { type: isJsonList(entry) ? 'array' : isJsonObject(entry) ? 'object' : 'string', value: entry },
    sought,
    budget,
  );
}

/** How one end of a text is found. */
interface TextEnd {
  trimmed(text: string): string;
  end(text: string, length: number): string;
  isThere(end: string, sought: string): boolean;
}

/**
 * Whether one end of a text, or the entry at this place of a list, equals the sought value. Makes only a part of the
 * text comparable: four units rarely become less than one, and the rest is room for combining marks; with many invisible
 * characters it takes more.
 *
 * @spec RN83, RN84
 */
function atEnd(place: number, { trimmed, end, isThere }: TextEnd): Comparison {
  return (field, sought, budget) => {
    if (field === undefined || isJsonObject(field.value)) return false;
    if (isJsonList(field.value)) return isEntry(field.value.at(place), sought, budget);
    const text = trimmed(fieldText(field.value, budget));
    const wanted = sought.folded();
    if (wanted === '') return false;
    for (let length = 4 * wanted.length + marginOfEnd; ; length *= 4) {
      const comparable = comparableText(end(text, length), budget);
      const isEnough = length >= text.length || comparable.length >= wanted.length + marginOfEnd / 4;
      if (isEnough) return isThere(comparable, wanted);
    }
  };
}

/** UTF-16 units in addition to the sought ones: if the text is cut, its last characters may read otherwise. */
const marginOfEnd = 512;

/** Above 0 when the Field is greater, below when less; `undefined` when the two have no order. @spec RN85 */
function order(field: Field | undefined, sought: Sought): number | undefined {
  if (field === undefined) return undefined;
  return compareNumbers(field.value, sought.value) ?? difference(timeOf(field.value), sought.time());
}

function difference(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined || right === undefined ? undefined : left - right;
}

/** The value that Fields are compared with, as each type reads it. */
type Sought = ReturnType<typeof createSought>;

/** Expensive forms are read once, on demand. */
function createSought(value: JsonValue, budget: StepBudget) {
  const folded = once(() => comparableText(fieldText(value, budget), budget));
  return {
    value,
    folded,
    json: once(() => jsonOf(value, budget)),
    number: () => numberOf(value),
    boolean: () => (typeof value === 'boolean' ? value : typeof value === 'string' ? booleanOf(folded()) : undefined),
    time: () => timeOf(value),
  };
}

/** UTF-16 units, far more than a moment has. */
const longestTime = 100;

function timeOf(value: JsonValue): number | undefined {
  return typeof value === 'string' && value.length <= longestTime ? readIsoDate(visibleText(value).trim()) : undefined;
}

function booleanOf(folded: string): boolean | undefined {
  if (folded === 'true') return true;
  return folded === 'false' ? false : undefined;
}

/** Authors write lists and objects as JSON text. */
function jsonOf(value: JsonValue, budget: StepBudget): JsonValue {
  if (typeof value !== 'string') return value;
  budget.charge(value.length * costs.parsedCharacter);
  try {
    return parseExactJson(value);
  } catch {
    return value;
  }
}

function once<T>(read: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: read() };
    return known.value;
  };
}
