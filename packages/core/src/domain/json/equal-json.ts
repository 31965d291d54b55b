import { isJsonList, isJsonObject, type JsonObject, type JsonValue, ownMember } from './json-value.ts';

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
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => isEqualMember(a, b, key));
}

/** The keys that only one of two objects has, or that hold other values in each. */
export function differingKeys(a: JsonObject, b: JsonObject): readonly string[] {
  const added = Object.keys(b).filter((key) => !Object.hasOwn(a, key));
  return [...Object.keys(a).filter((key) => !isEqualMember(a, b, key)), ...added];
}

function isEqualMember(a: JsonObject, b: JsonObject, key: string): boolean {
  const other = ownMember(b, key);
  return other !== undefined && isEqualJson(a[key] as JsonValue, other);
}
