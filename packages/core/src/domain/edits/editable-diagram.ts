import { addToSet } from '../add-to-set.ts';
import type { Diagram } from '../diagram/diagram.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { utf8Length } from '../text.ts';
import type { EditPlan, EntryChanges } from './apply-change-set.ts';
import { type DiagramText, measureDiagram } from './diagram-text.ts';
import { type ConnectionLookup, endsOf } from './plan-connections.ts';
import type { TextSplice } from './splices.ts';

/** A diagram that edits change in place, so that the cost depends only on the changed entries. */
export interface EditableDiagram {
  /** With mutable maps: do not give it to code that stores or changes it. */
  readonly diagram: Diagram;
  /** Finds connections without a visit to all. Prepared at the first use, and then updated. */
  readonly lookup: ConnectionLookup;
  /** UTF-8 bytes of the JSON text. */
  readonly bytes: () => number;
  /** The number of entries of each map. */
  readonly counts: { readonly nodes: number; readonly connections: number };
  /** Measures all entries now. Otherwise the first `apply` with splices does. */
  readonly measure: () => void;
  /**
   * Carries out a plan for the present diagram.
   *
   * @param wantsSplices - Whether the caller needs the change of the text. It requires one measurement of all entries.
   */
  readonly apply: (plan: EditPlan, options: { readonly wantsSplices: boolean }) => AppliedPlan;
}

export interface AppliedPlan {
  /** The keys of written and removed entries. */
  readonly changed: { readonly nodes: readonly string[]; readonly connections: readonly string[] };
  /** The splices from the former text to the new one; `undefined`: not wanted, or an entry was added before others. */
  readonly splices: readonly TextSplice[] | undefined;
}

type MapName = 'nodes' | 'connections';

/**
 * Begins with a diagram, whose entries are used and never changed. The JSON text after each edit equals
 * `JSON.stringify` of the result of `applyChangeSet`.
 *
 * @param bytes - UTF-8 bytes of its JSON text.
 * @spec ED36
 */
export function editableDiagram(given: Diagram, bytes: number): EditableDiagram {
  const diagram: Diagram = { ...given, nodes: { ...given.nodes }, connections: { ...given.connections } };
  const counts = { nodes: Object.keys(diagram.nodes).length, connections: Object.keys(diagram.connections).length };
  let text: DiagramText | undefined;
  let touching: Map<string, Set<string>> | undefined;
  let size = bytes;

  const measured = (): DiagramText => {
    text ??= measureDiagram(diagram);
    return text;
  };

  const lookup: ConnectionLookup = {
    touching(blockId) {
      touching ??= indexEnds(diagram.connections);
      return touching.get(blockId) ?? [];
    },
    inOrder(keys) {
      const wanted = [...new Set(keys)].filter((key) => Object.hasOwn(diagram.connections, key));
      if (wanted.length < 2) return wanted;
      const { placeOf } = measured();
      const places = new Map(wanted.map((key) => [key, placeOf('connections', key)]));
      return wanted.sort((a, b) => (places.get(a) as number) - (places.get(b) as number));
    },
  };

  /** Changes one map. @returns The changed keys. */
  function change(name: MapName, { removed, written }: EntryChanges, splices: TextSplice[]): readonly string[] {
    const map = diagram[name];
    const dropped = [...removed].filter((key) => Object.hasOwn(map, key) && !written.has(key));
    for (const key of dropped) {
      const old = map[key] as JsonValue;
      if (text !== undefined) splices.push(text.remove(name, key));
      size -= entryBytes(key, old) + (counts[name] === 1 ? 0 : 1);
      counts[name] -= 1;
      if (name === 'connections') moveEnds(key, old, undefined);
      delete (map as Record<string, JsonValue>)[key];
    }
    for (const [key, value] of written) {
      const old = Object.hasOwn(map, key) ? map[key] : undefined;
      const json = JSON.stringify(value);
      if (old === undefined) {
        size += entryBytes(key, value) + (counts[name] === 0 ? 0 : 1);
        counts[name] += 1;
      } else {
        size += utf8Length(json) - utf8Length(JSON.stringify(old));
      }
      const splice = text?.write(name, key, json);
      if (splice === undefined) text = undefined;
      else splices.push(splice);
      if (name === 'connections') moveEnds(key, old, value);
      // Assigning `__proto__` would set the prototype of the object.
      Object.defineProperty(map, key, { value, writable: true, enumerable: true, configurable: true });
    }
    return [...dropped, ...written.keys()];
  }

  function moveEnds(key: string, before: JsonValue | undefined, after: JsonValue | undefined): void {
    if (touching === undefined) return;
    for (const end of endsOf(before)) touching.get(end)?.delete(key);
    for (const end of endsOf(after)) addToSet(touching, end, key);
  }

  return {
    diagram,
    lookup,
    bytes: () => size,
    counts,
    measure: () => void measured(),
    apply(plan, { wantsSplices }) {
      if (wantsSplices) measured();
      const splices: TextSplice[] = [];
      const changed = {
        nodes: change('nodes', plan.nodes, splices),
        connections: change('connections', plan.connections, splices),
      };
      return { changed, splices: wantsSplices && text !== undefined ? splices : undefined };
    },
  };
}

/** The text of an entry: key, colon, value. */
function entryBytes(key: string, value: JsonValue): number {
  return utf8Length(JSON.stringify(key)) + 1 + utf8Length(JSON.stringify(value));
}

function indexEnds(connections: JsonObject): Map<string, Set<string>> {
  const touching = new Map<string, Set<string>>();
  for (const key of Object.keys(connections)) {
    for (const end of endsOf(connections[key])) addToSet(touching, end, key);
  }
  return touching;
}
