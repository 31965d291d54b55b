import type { Diagram } from '../diagram/diagram.ts';
import type { JsonObject } from '../json/json-value.ts';
import type { TextSplice } from './splices.ts';

type MapName = 'nodes' | 'connections';

/**
 * The positions of a diagram's entries in its JSON text, so that an edit can become splices of the text. The text is
 * the output of `JSON.stringify`.
 */
export interface DiagramText {
  /** The index of an existing entry in diagram order. */
  readonly placeOf: (map: MapName, key: string) => number;
  /**
   * Writes an entry: in place if the key exists, otherwise at the end of the map.
   *
   * @param json - The JSON text of the entry.
   * @returns `undefined` when the entry is new and does not belong at the end. This object is then unusable.
   */
  readonly write: (map: MapName, key: string, json: string) => TextSplice | undefined;
  /** Removes an existing entry. */
  readonly remove: (map: MapName, key: string) => TextSplice;
}

/** Measures a diagram: serializes each part once. */
export function measureDiagram(diagram: Diagram): DiagramText {
  const maps = { nodes: measureMap(diagram.nodes), connections: measureMap(diagram.connections) };
  /** The start of each map if the maps were empty texts. */
  const starts = { nodes: 0, connections: 0 };
  let fixed = 1;
  let first: MapName | undefined;
  for (const [index, key] of Object.keys(diagram).entries()) {
    fixed += (index === 0 ? 0 : 1) + jsonLength(key) + 1;
    if (key === 'nodes' || key === 'connections') {
      starts[key] = fixed;
      first ??= key;
    } else {
      fixed += JSON.stringify(diagram[key]).length;
    }
  }
  const startOf = (map: MapName): number =>
    starts[map] + (map === first ? 0 : maps[map === 'nodes' ? 'connections' : 'nodes'].length());

  return {
    placeOf: (map, key) => maps[map].placeOf(key),
    write: (map, key, json) => moved(startOf(map), maps[map].write(key, json)),
    remove: (map, key) => moved(startOf(map), maps[map].remove(key)),
  };
}

function moved(start: number, splice: TextSplice): TextSplice;
function moved(start: number, splice: TextSplice | undefined): TextSplice | undefined;
function moved(start: number, splice: TextSplice | undefined): TextSplice | undefined {
  return splice && [start + splice[0], splice[1], splice[2]];
}

/**
 * Each entry has a fixed place, which stays empty after its removal. The length of an entry is the length of its key, a
 * colon, its value and a comma.
 */
function measureMap(entries: JsonObject) {
  const places = new Map<string, number>();
  const keyLengths: number[] = [];
  const lengths = createSums();

  function add(key: string, keyLength: number, valueLength: number): void {
    places.set(key, keyLengths.length);
    keyLengths.push(keyLength);
    lengths.push(keyLength + valueLength + 1);
  }
  for (const key of Object.keys(entries)) add(key, jsonLength(key) + 1, jsonLength(entries[key]));

  /** Braces, without a comma after the last entry. */
  const length = (): number => (places.size === 0 ? 2 : lengths.total() + 1);

  return {
    length,
    placeOf: (key: string) => places.get(key) as number,
    write(key: string, json: string): TextSplice | undefined {
      const place = places.get(key);
      if (place !== undefined) {
        const keyLength = keyLengths[place] as number;
        const before = lengths.at(place) - keyLength - 1;
        const at = 1 + lengths.before(place) + keyLength;
        lengths.change(place, json.length - before);
        return [at, before, json];
      }
      if (isArrayIndex(key)) return undefined;
      const name = `${JSON.stringify(key)}:`;
      const splice: TextSplice = [length() - 1, 0, `${places.size === 0 ? '' : ','}${name}${json}`];
      add(key, name.length, json.length);
      return splice;
    },
    remove(key: string): TextSplice {
      const place = places.get(key) as number;
      const [start, size] = [1 + lengths.before(place), lengths.at(place)];
      const isLast = start - 1 + size === lengths.total();
      places.delete(key);
      lengths.change(place, -size);
      if (places.size === 0) return [1, size - 1, ''];
      // Removing the last entry also removes the comma before it.
      return isLast ? [start - 1, size, ''] : [start, size, ''];
    },
  };
}

function jsonLength(value: unknown): number {
  return JSON.stringify(value).length;
}

/** Objects list such keys first, by number, in any order of insertion. */
function isArrayIndex(key: string): boolean {
  const index = Number(key) >>> 0;
  return String(index) === key && index !== 0xffff_ffff;
}

/**
 * Makes a list of numbers with updates and prefix sums in logarithmic time. A Fenwick tree: node `n` has the sum of the
 * values from `n - (n & -n)` up to `n`, exclusive.
 */
function createSums() {
  const values: number[] = [];
  const tree: number[] = [0];
  let total = 0;

  return {
    push(value: number): void {
      values.push(value);
      total += value;
      const node = values.length;
      let sum = value;
      for (let part = node - 1; part > node - (node & -node); part -= part & -part) sum += tree[part] as number;
      tree.push(sum);
    },
    at: (place: number): number => values[place] as number,
    /** The sum of all values before the place. */
    before(place: number): number {
      let sum = 0;
      for (let node = place; node > 0; node -= node & -node) sum += tree[node] as number;
      return sum;
    },
    change(place: number, by: number): void {
      values[place] = (values[place] as number) + by;
      total += by;
      for (let node = place + 1; node < tree.length; node += node & -node) tree[node] = (tree[node] as number) + by;
    },
    total: (): number => total,
  };
}
