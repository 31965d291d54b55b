import { utf8Length } from '../text.ts';
import { isJsonList, isJsonObject, type JsonValue } from './json-value.ts';

/**
 * Counts the UTF-8 bytes of a value as JSON, without making the text. A value that is not JSON gives a number too, so
 * that the size can be checked first.
 *
 * @param most - Counting ends beyond this number, so that a value with shared parts cannot take long.
 * @returns The number of bytes; beyond `most` any greater number.
 */
export function jsonBytes(value: JsonValue, most: number = Number.POSITIVE_INFINITY): number {
  const pending: JsonValue[] = [value];
  let bytes = 0;
  while (pending.length > 0 && bytes <= most) {
    const next = pending.pop();
    if (isJsonList(next)) {
      bytes += 2 + Math.max(0, next.length - 1);
      if (bytes > most) return bytes;
      for (const entry of next) pending.push(entry);
    } else if (isJsonObject(next)) {
      const names = Object.keys(next);
      bytes += 2 + Math.max(0, names.length - 1);
      for (const name of names) {
        bytes += textBytes(name, most) + 1;
        if (bytes > most) return bytes;
        pending.push(next[name] as JsonValue);
      }
    } else {
      bytes += typeof next === 'string' ? textBytes(next, most) : String(next).length;
    }
  }
  return bytes;
}

function textBytes(text: string, most: number): number {
  return text.length > most ? text.length : utf8Length(JSON.stringify(text));
}
