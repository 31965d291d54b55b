import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from './json-value.ts';

/**
 * Tells whether two JSON values say the same. The order of keys means nothing, the order of a list does. Goes as
 * deep as the values do, which for what is in a diagram is 100 levels.
 *
 * @spec DF2
 */
export function isEqualJson(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (isJsonList(a)) {
    return isJsonList(b) && a.length === b.length && a.every((item, index) => isEqualJson(item, b[index] as JsonValue));
  }
  return isJsonObject(a) && isJsonObject(b) && differingKeys(a, b).next().done === true;
}

/** Walks through the keys that only one of two objects has, or that hold other values in each. */
export function* differingKeys(a: JsonObject, b: JsonObject): Generator<string> {
  for (const [key, value] of Object.entries(a)) {
    if (!Object.hasOwn(b, key) || !isEqualJson(value, b[key] as JsonValue)) yield key;
  }
  for (const key of Object.keys(b)) if (!Object.hasOwn(a, key)) yield key;
}
