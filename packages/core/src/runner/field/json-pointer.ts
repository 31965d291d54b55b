import { isJsonList, isJsonObject, type JsonValue, ownMember } from '../../domain/json/json-value.ts';

/** The names and indices that lead from a value to a part of it. */
export type JsonPointer = readonly string[];

/**
 * Reads a JSON pointer, as RFC 6901 writes it.
 *
 * @returns `undefined` for any other text.
 * @spec RN124
 */
export function readJsonPointer(text: string): JsonPointer | undefined {
  if (text === '') return [];
  if (!text.startsWith('/') || /~(?![01])/.test(text)) return undefined;
  const parts = text.slice(1).split('/');
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** @returns `undefined` when the value has nothing there. @spec RN124 */
export function valueAt(value: JsonValue, pointer: JsonPointer): JsonValue | undefined {
  let at: JsonValue | undefined = value;
  for (const part of pointer) {
    if (isJsonList(at)) at = /^(?:0|[1-9]\d{0,9})$/.test(part) ? at[Number(part)] : undefined;
    else at = isJsonObject(at) ? ownMember(at, part) : undefined;
  }
  return at;
}
