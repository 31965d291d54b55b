import { isJsonList, isJsonObject, type JsonValue } from '@botwright/core/diagram';
import type { Fields } from '../field/field.ts';
import { fieldText } from '../field/field-text.ts';
import { fillText, referencedValue } from './fill-text.ts';

/**
 * Fills every text in a JSON value. A text that is one reference and nothing else becomes the value of the Field
 * with its type (`null` where there is none); names of members are left alone.
 *
 * @spec RN49
 */
export function fillJson(value: JsonValue, fields: Fields, maxLength: number): JsonValue {
  if (typeof value === 'string') {
    const whole = /^@\{([^{}]*)\}$/.exec(value.trim());
    return whole === null ? fillText(value, fields, maxLength) : (referencedValue(whole[1] ?? '', fields) ?? null);
  }
  if (isJsonList(value)) return value.map((entry) => fillJson(entry, fields, maxLength));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fillJson(part, fields, maxLength)]));
}

/**
 * Fills a text that is written as JSON. A Field inside quotes is escaped, one outside becomes a JSON value
 * (`null` where there is none), so that what a visitor typed can never be read as anything but a value.
 *
 * @returns `undefined` when the text grows beyond `maxLength` UTF-16 units.
 * @spec RN69
 */
export function fillJsonText(text: string, fields: Fields, maxLength: number): string | undefined {
  let isQuoted = false;
  let filled = '';
  let end = 0;
  for (const match of text.matchAll(/\\.|"|@\{([^{}]*)\}/gs)) {
    const [part, between] = match;
    if (part === '"') isQuoted = !isQuoted;
    if (between === undefined) continue;
    const value = referencedValue(between, fields);
    const json = JSON.stringify(isQuoted ? fieldText(value) : (value ?? null));
    filled += text.slice(end, match.index) + (isQuoted ? json.slice(1, -1) : json);
    if (filled.length > maxLength) return undefined;
    end = match.index + part.length;
  }
  filled += text.slice(end);
  return filled.length > maxLength ? undefined : filled;
}
