export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Tells a JSON object from a list, `null` and the scalars. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads a member that the object itself has; what every object inherits, such as `constructor`, is `undefined`.
 * What is inherited is a function, or `__proto__`, and no JSON value is a function: so the look-up that tells own
 * from inherited is needed for these alone.
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
