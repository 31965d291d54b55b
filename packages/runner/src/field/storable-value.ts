import { isJsonList, isJsonObject, type JsonValue } from '@botwright/core/diagram';

/** How deep the lists and objects of a Field may go, the value itself being 1. */
const maxDepth = 100;

/**
 * Makes a value one that every store can hold: no U+0000, no lone surrogate, no minus zero.
 *
 * @param maxSize - Characters that its JSON may have.
 * @returns `undefined` when the value is larger, deeper than 100 levels, or no JSON.
 * @spec RN45
 */
export function storableValue(value: JsonValue, maxSize: number): JsonValue | undefined {
  const plain = plainValue(value, 1);
  return plain !== undefined && JSON.stringify(plain).length <= maxSize ? plain : undefined;
}

function plainValue(value: JsonValue, depth: number): JsonValue | undefined {
  if (depth > maxDepth) return undefined;
  if (typeof value === 'string') return plainText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : undefined;
  if (value === null || typeof value === 'boolean') return value;
  if (isJsonList(value)) {
    const entries = value.map((entry) => plainValue(entry, depth + 1));
    return entries.every((entry) => entry !== undefined) ? entries : undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const members = Object.entries(value).map(
    ([key, member]) => [plainText(key), plainValue(member, depth + 1)] as const,
  );
  const kept = members.filter((member): member is readonly [string, JsonValue] => member[1] !== undefined);
  return kept.length === members.length ? Object.fromEntries(kept) : undefined;
}

/** The text without what a store or an encoding refuses. @spec RN45 */
export function plainText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
