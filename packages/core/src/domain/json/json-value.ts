/** A value of JSON, as `JSON.parse` returns it; nothing may change it. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** An object of JSON; inherited members do not count. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Whether a value is an object and not a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads an own member of an object; an inherited one, such as `constructor`, is `undefined`. Inherited members are
 * functions, or `__proto__`, and no JSON value is a function: only these need the slower test for own members.
 *
 * @spec DG17
 */
export function ownMember(object: JsonObject, key: string): JsonValue | undefined {
  const value = object[key];
  return typeof value !== 'function' && key !== '__proto__' ? value : own(object, key);
}

function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** `Array.isArray` for JSON, with the type of the items. */
export function isJsonList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Makes a deep copy of a JSON value. */
export function copyJson<T extends JsonValue>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Writes an RFC 6901 pointer. `jsonPointer('nodes', 'a/b')` is `/nodes/a~1b`. */
export function jsonPointer(...segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Called with each part of the first value before it is compared. May throw to end the comparison. */
export type OnCompare = (part: JsonValue) => void;

/**
 * Whether two JSON values have the same contents. The order of an object's members does not matter, the order of a list
 * does. Recurses through all levels, which are at most 100 in a diagram or a Field.
 *
 * @param onCompare - If given, identical lists and objects are compared part by part too, so that the calls depend only
 *   on the values and not on sharing.
 * @spec DF2, RN82
 */
export function isEqualJson(a: JsonValue, b: JsonValue, onCompare?: OnCompare): boolean {
  onCompare?.(a);
  if (a === b && (onCompare === undefined || typeof a !== 'object')) return true;
  if (isJsonList(a)) {
    const isSameLength = isJsonList(b) && a.length === b.length;
    return isSameLength && a.every((item, index) => isEqualJson(item, b[index] as JsonValue, onCompare));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return a === b;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => isEqualMember(a, b, key, onCompare));
}

/** The keys with different values in two objects, or in only one of them. */
export function differingKeys(a: JsonObject, b: JsonObject): readonly string[] {
  const added = Object.keys(b).filter((key) => !Object.hasOwn(a, key));
  return [...Object.keys(a).filter((key) => !isEqualMember(a, b, key)), ...added];
}

function isEqualMember(a: JsonObject, b: JsonObject, key: string, onCompare?: OnCompare): boolean {
  const other = ownMember(b, key);
  return other !== undefined && isEqualJson(a[key] as JsonValue, other, onCompare);
}
