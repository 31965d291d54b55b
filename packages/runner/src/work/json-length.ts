import { isJsonList, isJsonObject, type JsonValue } from '@botwright/core/diagram';
import { costs } from './costs.ts';
import type { Work } from './work.ts';

/**
 * Counts the characters that a value has as JSON, escapes left out, and charges what writing it costs.
 *
 * @param most - Counting ends as soon as there are more.
 * @spec RN121
 */
export function jsonLength(value: JsonValue, work: Work, most: number = Number.POSITIVE_INFINITY): number {
  const pending: JsonValue[] = [value];
  let length = 0;
  for (let next = pending.pop(); next !== undefined && length <= most; next = pending.pop()) {
    work.charge(costs.element);
    length += 2;
    if (typeof next === 'string') {
      work.charge(next.length * costs.encodedCharacter);
      length += next.length;
    } else if (isJsonList(next)) {
      work.charge(next.length * costs.element);
      for (const entry of next) pending.push(entry);
    } else if (isJsonObject(next)) {
      length += pushMembers(next, pending, work);
    }
  }
  return length;
}

function pushMembers(object: { readonly [key: string]: JsonValue }, pending: JsonValue[], work: Work): number {
  let length = 0;
  for (const key of Object.keys(object)) {
    work.charge(costs.element + key.length * costs.encodedCharacter);
    length += key.length;
    pending.push(object[key] as JsonValue);
  }
  return length;
}
