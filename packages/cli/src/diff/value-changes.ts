import type { JsonObject, JsonValue } from '@botwright/core/diagram';

/** A changed value within an entry. An absent side does not exist. */
export interface ValueChange {
  /** For people, such as `params.buttons[b1].label`. */
  readonly path: string;
  readonly before?: JsonValue;
  readonly after?: JsonValue;
}

/** Deeper values are compared as a whole. */
const deepest = 30;

/**
 * Lists the smallest values that differ. Matches items of a list by their `id` if all have one, otherwise by position,
 * after removing equal items at both ends.
 *
 * @spec DD5
 */
export function valueChanges(
  path: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  depth = 0,
): readonly ValueChange[] {
  if (isSame(before, after)) return [];
  if (depth < deepest && isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    return keys.flatMap((key) =>
      valueChanges(joined(path, key), ownMember(before, key), ownMember(after, key), depth + 1),
    );
  }
  if (depth < deepest && isList(before) && isList(after)) return listChanges(path, before, after, depth);
  return [{ path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }];
}

function listChanges(
  path: string,
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  depth: number,
): readonly ValueChange[] {
  const [old, current] = [byId(before), byId(after)];
  if (old !== undefined && current !== undefined) {
    const ids = [...new Set([...old.keys(), ...current.keys()])];
    const changes = ids.flatMap((id) => valueChanges(`${path}[${id}]`, old.get(id), current.get(id), depth + 1));
    const kept = (map: ReadonlyMap<string, JsonValue>, other: ReadonlyMap<string, JsonValue>) =>
      [...map.keys()].filter((id) => other.has(id));
    const [oldOrder, newOrder] = [kept(old, current), kept(current, old)];
    if (isSame(oldOrder, newOrder)) return changes;
    return [...changes, { path: `order of ${path}`, before: oldOrder.join(', '), after: newOrder.join(', ') }];
  }
  let start = 0;
  while (start < Math.min(before.length, after.length) && isSame(before[start], after[start])) start += 1;
  let same = 0;
  while (
    same < Math.min(before.length, after.length) - start &&
    isSame(before[before.length - 1 - same], after[after.length - 1 - same])
  ) {
    same += 1;
  }
  const [oldEnd, newEnd] = [before.length - same, after.length - same];
  return Array.from({ length: Math.max(oldEnd, newEnd) - start }, (_, nth) => start + nth).flatMap((at) =>
    valueChanges(
      `${path}[${at}]`,
      at < oldEnd ? before[at] : undefined,
      at < newEnd ? after[at] : undefined,
      depth + 1,
    ),
  );
}

/** The items of a list by their ids; `undefined` when one has none, or two have the same. */
function byId(list: readonly JsonValue[]): ReadonlyMap<string, JsonValue> | undefined {
  const items = new Map<string, JsonValue>();
  for (const item of list) {
    const id = isObject(item) ? ownMember(item, 'id') : undefined;
    if (typeof id !== 'string' || items.has(id)) return undefined;
    items.set(id, item);
  }
  return items;
}

/** Ignores the order of members, like the difference itself. @spec DF2 */
export function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === b || canonical(a) === canonical(b);
}

/** Writes JSON with sorted keys, so that equal values give equal texts. */
export function canonical(value: JsonValue | undefined): string {
  return (
    JSON.stringify(value, (_, part: JsonValue) =>
      isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
    ) ?? ''
  );
}

function joined(path: string, key: string): string {
  const plain = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key);
  if (!plain) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

export function ownMember(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
