import { produce } from 'immer';
import type { JsonObject, JsonValue } from '../json/json-value.ts';

const hostileKey = '__proto__';

/**
 * Takes keys out of a map and writes others. Entries that are left alone keep their identity and their place.
 *
 * The one key that cannot be assigned is written apart: on a draft, as on any object, assigning it would set the
 * prototype in place of a member.
 *
 * @spec ED30, ED32
 */
export function editedMap(
  map: JsonObject,
  { removed, written }: { readonly removed: ReadonlySet<string>; readonly written: ReadonlyMap<string, JsonValue> },
): JsonObject {
  const edited = produce(map as Record<string, unknown>, (draft) => {
    for (const key of removed) if (!written.has(key)) delete draft[key];
    for (const [key, value] of written) if (key !== hostileKey) draft[key] = value;
  }) as JsonObject;
  const hostile = written.get(hostileKey);
  return hostile === undefined ? edited : Object.fromEntries([...Object.entries(edited), [hostileKey, hostile]]);
}
