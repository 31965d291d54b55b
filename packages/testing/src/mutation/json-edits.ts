import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from '@botwright/core/conversation';

/** The path to a part of a value. */
export type JsonPath = readonly (string | number)[];

/** A copy with another value at the path; `undefined` leaves the member or the entry out. */
export function replaceAt(whole: JsonValue, path: JsonPath, value: JsonValue | undefined): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined) return value as JsonValue;
  if (isJsonList(whole)) {
    return whole.flatMap((entry, at) => {
      if (at !== key) return [entry];
      return rest.length === 0 && value === undefined ? [] : [replaceAt(entry, rest, value)];
    });
  }
  if (!isJsonObject(whole)) return whole;
  if (rest.length === 0 && value === undefined) {
    return Object.fromEntries(Object.entries(whole).filter(([name]) => name !== key));
  }
  return { ...whole, [key]: replaceAt((whole as JsonObject)[key] as JsonValue, rest, value) };
}

/** The part of a value at a path. */
export function partAt(whole: JsonValue | undefined, path: JsonPath): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((part, key) => {
    if (isJsonList(part)) return part[Number(key)];
    return isJsonObject(part) && Object.hasOwn(part, key) ? part[key] : undefined;
  }, whole);
}
