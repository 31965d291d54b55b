import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { Diagram } from './diagram.ts';

/** The members of a map in their order: the value of `keys[n]` is `values[n]`. */
export interface MapEntries {
  readonly keys: readonly string[];
  readonly values: readonly JsonValue[];
}

/**
 * The entries of both maps. To list those of a large map takes longer than most that is done with an entry, because the
 * keys of a large object are sorted each time and each value is looked up: so what reads a diagram several times lists
 * them once.
 */
export interface DiagramEntries {
  readonly nodes: MapEntries;
  readonly connections: MapEntries;
}

export function entriesOf({ nodes, connections }: Diagram): DiagramEntries {
  return { nodes: listEntries(nodes), connections: listEntries(connections) };
}

/** Two lists take half of the time of `Object.entries`, which makes a list for each entry. */
function listEntries(map: JsonObject): MapEntries {
  const keys = Object.keys(map);
  const values = new Array<JsonValue>(keys.length);
  for (let nth = 0; nth < keys.length; nth += 1) values[nth] = map[keys[nth] as string] as JsonValue;
  return { keys, values };
}

/**
 * Makes an `entriesOf` for diagrams that do not change. The last one is remembered while somebody holds it.
 *
 * A new map for each: one map that grows old would keep the entries of diagrams that are gone, and with them all their
 * nodes, until all of the memory is collected.
 */
export function rememberedEntries(): (diagram: Diagram) => DiagramEntries {
  let last = new WeakMap<Diagram, DiagramEntries>();
  return (diagram) => {
    let entries = last.get(diagram);
    if (entries === undefined) {
      entries = entriesOf(diagram);
      last = new WeakMap([[diagram, entries]]);
    }
    return entries;
  };
}
