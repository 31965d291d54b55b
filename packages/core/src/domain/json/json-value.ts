export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Whether a value is an object and not a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads a member that the object itself has; one that it inherits, such as `constructor`, is `undefined`. All inherited
 * members are functions, or `__proto__`, and no JSON value is a function: so only for these the slower look-up of own
 * members is needed.
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

/** `Array.isArray` for JSON, which keeps the type of the items. */
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
 * Whether two JSON values are the same in what they contain. The order of an object's members does not matter, the
 * order of a list does. Recursion goes as deep as the values do, which in a diagram or a Field is 100 levels.
 *
 * @param onCompare - When given, lists and objects that are identical are compared part by part too, so that the
 *   calls depend on the values alone and not on who shares them.
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

/** The keys that only one of two objects has, or that hold other values in each. */
export function differingKeys(a: JsonObject, b: JsonObject): readonly string[] {
  const added = Object.keys(b).filter((key) => !Object.hasOwn(a, key));
  return [...Object.keys(a).filter((key) => !isEqualMember(a, b, key)), ...added];
}

function isEqualMember(a: JsonObject, b: JsonObject, key: string, onCompare?: OnCompare): boolean {
  const other = ownMember(b, key);
  return other !== undefined && isEqualJson(a[key] as JsonValue, other, onCompare);
}
