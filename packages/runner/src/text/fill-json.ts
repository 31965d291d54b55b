import { isJsonList, isJsonObject, type JsonValue } from '@botwright/core/diagram';
import type { Fields } from '../field/field.ts';
import { fieldText } from '../field/field-text.ts';
import { costs } from '../work/costs.ts';
import { jsonLength } from '../work/json-length.ts';
import type { Work } from '../work/work.ts';
import { fillText, referencedValue, soleReference } from './fill-text.ts';

/**
 * Fills every text in a JSON value. A text that is one reference and nothing else becomes the value of the Field
 * with its type (`null` where there is none); names of members are left alone.
 *
 * @returns What may share parts with the Fields, and with itself: whoever goes through it charges for it.
 * @spec RN49
 */
export function fillJson(value: JsonValue, fields: Fields, maxLength: number, work: Work): JsonValue {
  work.charge(costs.element);
  if (typeof value === 'string') {
    const whole = value.includes('@{') ? soleReference(value) : undefined;
    if (whole === undefined) return fillText(value, fields, maxLength, work);
    work.charge(value.length * costs.character);
    return referencedValue(whole, fields) ?? null;
  }
  if (isJsonList(value)) return value.map((entry) => fillJson(entry, fields, maxLength, work));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fillJson(part, fields, maxLength, work)]));
}

/**
 * Fills a text that is written as JSON. A Field inside quotes is escaped, one outside becomes a JSON value
 * (`null` where there is none), so that what a visitor typed can never be read as anything but a value.
 *
 * @returns `undefined` when the text grows beyond `maxLength` UTF-16 units.
 * @spec RN69
 */
export function fillJsonText(text: string, fields: Fields, maxLength: number, work: Work): string | undefined {
  work.charge(text.length * costs.encodedCharacter);
  let isQuoted = false;
  let filled = '';
  let end = 0;
  for (const match of text.matchAll(/\\.|"|@\{([^{}]*)\}/gs)) {
    work.charge(costs.element);
    const [part, between] = match;
    if (part === '"') isQuoted = !isQuoted;
    if (between === undefined) continue;
    const json = jsonOf(referencedValue(between, fields), isQuoted, work);
    filled += text.slice(end, match.index) + json;
    if (filled.length > maxLength) return undefined;
    end = match.index + part.length;
  }
  filled += text.slice(end);
  return filled.length > maxLength ? undefined : filled;
}

function jsonOf(value: JsonValue | undefined, isQuoted: boolean, work: Work): string {
  const written = isQuoted ? fieldText(value, work) : (value ?? null);
  jsonLength(written, work);
  const json = JSON.stringify(written);
  return isQuoted ? json.slice(1, -1) : json;
}
