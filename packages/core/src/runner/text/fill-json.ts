import type { Fields } from '../../domain/field/field.ts';
import { isJsonList, isJsonObject, type JsonValue } from '../../domain/json/json-value.ts';
import { costs } from '../budget/costs.ts';
import { jsonLength } from '../budget/json-costs.ts';
import type { StepBudget } from '../budget/step-budget.ts';
import { fieldText, fillText, referencedValue, replaceParts, soleReference } from './fill-text.ts';
import { jsonText } from './json-text.ts';

/**
 * Fills the Fields into every text in a JSON value. A text that is one reference and nothing else becomes the value of
 * the Field with its type (`null` if the Field does not exist); names of members stay as they are.
 *
 * @returns May share parts with the Fields and within the result, and so be much larger than the amount charged here: a
 *   caller that traverses it charges for the traversal.
 * @spec RN49
 */
export function fillJson(value: JsonValue, fields: Fields, maxLength: number, budget: StepBudget): JsonValue {
  budget.charge(costs.element);
  if (typeof value === 'string') {
    const whole = value.includes('@{') ? soleReference(value) : undefined;
    if (whole === undefined) return fillText(value, fields, maxLength, budget);
    budget.charge(value.length * costs.character);
    return referencedValue(whole, fields) ?? null;
  }
  if (isJsonList(value)) return value.map((entry) => fillJson(entry, fields, maxLength, budget));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, fillJson(part, fields, maxLength, budget)]),
  );
}

/**
 * Fills the Fields into JSON text. A value inside quotes is escaped, one outside becomes a JSON value (`null` if the
 * Field does not exist; a text if it names a member), so that a visitor's text can never be read as anything but a
 * value.
 *
 * @returns `undefined` when the text grows beyond `maxLength` UTF-16 units.
 * @spec RN69
 */
export function fillJsonText(text: string, fields: Fields, maxLength: number, budget: StepBudget): string | undefined {
  budget.charge(text.length * costs.encodedCharacter);
  return replaceReferences(text, maxLength, (name, place) => {
    budget.charge(costs.element);
    const value = referencedValue(name, fields);
    const written = place === 'value' ? (value ?? null) : fieldText(value, budget);
    jsonLength(written, budget);
    const json = jsonText(written);
    return place === 'quoted' ? json.slice(1, -1) : json;
  });
}

/** Whether a text is JSON when each reference is taken as a text. @spec RN132 */
export function isJsonTemplate(text: string, budget: StepBudget): boolean {
  budget.charge(text.length * costs.parsedCharacter);
  try {
    JSON.parse(replaceReferences(text, text.length, (_, place) => (place === 'quoted' ? '' : '""')) ?? '');
    return true;
  } catch {
    return false;
  }
}

/** The place of a reference in JSON text: inside quotes, as the name of a member, or as a value. */
type Place = 'quoted' | 'name' | 'value';

/** A character after a backslash has no special meaning. A colon follows the name of a member. */
const jsonParts = /\\.|"|@\{([^{}]*)\}(?=([ \t\r\n]*:)?)/gs;

function replaceReferences(
  text: string,
  maxLength: number,
  write: (name: string, place: Place) => string,
): string | undefined {
  let isQuoted = false;
  return replaceParts(text, jsonParts, maxLength, ([part, name, colon]) => {
    if (part === '"') isQuoted = !isQuoted;
    if (name === undefined) return undefined;
    return write(name, isQuoted ? 'quoted' : colon === undefined ? 'value' : 'name');
  });
}
