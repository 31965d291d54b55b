import type { JsonValue } from '../json/json-value.ts';

/** An entry that one of the two diagrams has. `id` is its key. */
export interface DiffEntry {
  readonly id: string;
  readonly value: JsonValue;
}

/** An entry that both diagrams have, and that is not the same. */
export interface DiffChange {
  readonly id: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
  /** Names of the members that differ. Empty when one of the two is no object. */
  readonly members: readonly string[];
}

export interface BlockChange extends DiffChange {
  /** Names of the params that differ. Empty when they do not, or when the params of one of the two are no object. */
  readonly params: readonly string[];
}

export interface MapDiff<TChange> {
  readonly added: readonly DiffEntry[];
  readonly removed: readonly DiffEntry[];
  readonly changed: readonly TChange[];
}

/** What became of one diagram in another. Every list is sorted by key. */
export interface DiagramDiff {
  readonly blocks: MapDiff<BlockChange>;
  readonly connections: MapDiff<DiffChange>;
  /** Members of the diagram beside its two maps. */
  readonly others: MapDiff<DiffChange>;
}

export interface DiffOptions {
  /** Leaves out where blocks stand on the canvas: `top` and `left` of a block that both diagrams have. */
  readonly ignorePositions?: boolean;
}
