import type { Diagram } from '../diagram/diagram.ts';
import {
  differingKeys,
  isEqualJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownMember,
} from '../json/json-value.ts';

/** An entry in only one of the diagrams. `id` is its key. */
export interface DiffEntry {
  /** The key in its map. */
  readonly id: string;
  /** The whole entry, malformed ones too. */
  readonly value: JsonValue;
}

/** An entry with different values in the diagrams. */
export interface DiffChange {
  /** The key in its map. */
  readonly id: string;
  /** The whole former entry. */
  readonly before: JsonValue;
  /** The whole new entry. */
  readonly after: JsonValue;
  /** Names of the differing members. Empty if one value is not an object. */
  readonly members: readonly string[];
}

export interface BlockChange extends DiffChange {
  /** Names of the differing params. Empty if the params of one block are not an object. */
  readonly params: readonly string[];
}

export interface MapDiff<TChange> {
  /** Only in the second diagram. */
  readonly added: readonly DiffEntry[];
  /** Only in the first diagram. */
  readonly removed: readonly DiffEntry[];
  /** In both, with different values. */
  readonly changed: readonly TChange[];
}

/** The differences of two diagrams, sorted by key. */
export interface DiagramDiff {
  /** Entries of `nodes`. */
  readonly blocks: MapDiff<BlockChange>;
  /** Entries of `connections`. */
  readonly connections: MapDiff<DiffChange>;
  /** Members of the diagram except its two maps. */
  readonly others: MapDiff<DiffChange>;
}

export interface DiffOptions {
  /** Ignores the positions of blocks on the canvas: `top` and `left` of a block in both diagrams. */
  readonly ignorePositions?: boolean;
}

/**
 * Compares two diagrams, malformed entries too. Matches blocks and connections by their keys, so an entry with a new
 * key counts as removed and added.
 *
 * @spec DF1, DF2, DF3, DF4, DF5, DF6, DF7, DF8
 * @example
 * const diff = diffDiagrams(live, draft, { ignorePositions: true });
 * if (!hasChanges(diff)) return 'nothing to publish';
 *
 */
export function diffDiagrams(before: Diagram, after: Diagram, options: DiffOptions = {}): DiagramDiff {
  const ignored = new Set(options.ignorePositions === true ? ['top', 'left'] : []);
  return {
    blocks: diffMaps(before.nodes, after.nodes, (id, a, b) => blockChange(id, a, b, ignored)),
    connections: diffMaps(before.connections, after.connections, entryChange),
    others: diffMaps(othersOf(before), othersOf(after), entryChange),
  };
}

/** Whether the two diagrams differ. @spec DF1 */
export function hasChanges({ blocks, connections, others }: DiagramDiff): boolean {
  return [blocks, connections, others].some(
    ({ added, removed, changed }) => added.length + removed.length + changed.length > 0,
  );
}

function diffMaps<TChange extends DiffChange>(
  before: JsonObject,
  after: JsonObject,
  change: (id: string, before: JsonValue, after: JsonValue) => TChange | undefined,
): MapDiff<TChange> {
  const changed: TChange[] = [];
  for (const [id, value] of Object.entries(before)) {
    const next = ownMember(after, id);
    const found = next === undefined ? undefined : change(id, value, next);
    if (found !== undefined) changed.push(found);
  }
  changed.sort((one, other) => (one.id < other.id ? -1 : 1));
  return { added: missingFrom(before, after), removed: missingFrom(after, before), changed };
}

/** Entries of `map` missing in `other`. */
function missingFrom(other: JsonObject, map: JsonObject): readonly DiffEntry[] {
  const ids = Object.keys(map).filter((id) => !Object.hasOwn(other, id));
  return ids.sort().map((id) => ({ id, value: map[id] as JsonValue }));
}

function entryChange(id: string, before: JsonValue, after: JsonValue): DiffChange | undefined {
  return isEqualJson(before, after) ? undefined : { id, before, after, members: differences(before, after) };
}

function blockChange(
  id: string,
  before: JsonValue,
  after: JsonValue,
  ignored: ReadonlySet<string>,
): BlockChange | undefined {
  if (isEqualJson(before, after)) return undefined;
  if (!isJsonObject(before) || !isJsonObject(after)) return { id, before, after, members: [], params: [] };
  const members = differences(before, after).filter((member) => !ignored.has(member));
  if (members.length === 0) return undefined;
  return { id, before, after, members, params: differences(ownMember(before, 'params'), ownMember(after, 'params')) };
}

function differences(before: JsonValue | undefined, after: JsonValue | undefined): readonly string[] {
  if (before === undefined || after === undefined || !isJsonObject(before) || !isJsonObject(after)) return [];
  return [...differingKeys(before, after)].sort();
}

function othersOf({ nodes: _nodes, connections: _connections, ...others }: Diagram): JsonObject {
  return others;
}
