import { utf8Length } from '../text/utf8-length.ts';
import { isJsonList, isJsonObject, type JsonValue } from './json-value.ts';

/**
 * Counts the UTF-8 bytes that a value has as JSON, without making the text.
 *
 * @param most - Counting ends as soon as there are more: a value that shares its parts with itself cannot run away.
 * @returns A number above `most` when there are more bytes than that; how many more is not counted.
 */
export function jsonBytes(value: JsonValue, most: number = Number.POSITIVE_INFINITY): number {
  const pending: JsonValue[] = [value];
  let bytes = 0;
  for (let next = pending.pop(); next !== undefined && bytes <= most; next = pending.pop()) {
    if (isJsonList(next)) {
      bytes += 2 + Math.max(0, next.length - 1);
      if (bytes > most) return bytes;
      for (const entry of next) pending.push(entry);
    } else if (isJsonObject(next)) {
      const members = Object.entries(next);
      bytes += 2 + Math.max(0, members.length - 1);
      for (const [name, member] of members) {
        bytes += textBytes(name) + 1;
        if (bytes > most) return bytes;
        pending.push(member);
      }
    } else {
      bytes += typeof next === 'string' ? textBytes(next) : JSON.stringify(next).length;
    }
  }
  return bytes;
}

function textBytes(text: string): number {
  return utf8Length(JSON.stringify(text));
}
