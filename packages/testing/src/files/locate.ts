import { visitJson } from './visit-json.ts';

/** A part of a text. Lines and columns count from 1, columns in UTF-16 units; the end is exclusive. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/**
 * Finds the place of a pointer in a JSON text.
 *
 * @param pointer - RFC 6901. A missing target gives the nearest existing parent.
 * @returns The place of a member begins at its key.
 * @spec BF5, BF6
 */
export function locate(text: string, pointer: string): Place {
  return locateAll(text, [pointer])[0] as Place;
}

/** Finds the places of many pointers in one pass over the text. @spec BF5, BF6 */
export function locateAll(text: string, pointers: readonly string[]): readonly Place[] {
  const root = createWanted();
  for (const pointer of pointers) want(root, pointer);
  findPlaces(text, root);
  return pointers.map((pointer) => nearestPlace(root, pointer) ?? startOfText);
}

/** The place in a text without a value. */
const startOfText: Place = { line: 1, column: 1, endLine: 1, endColumn: 1 };

/** A value on the way of a pointer. */
interface Wanted {
  readonly children: Map<string, Wanted>;
  place: Place | undefined;
}

const createWanted = (): Wanted => ({ children: new Map(), place: undefined });

function want(root: Wanted, pointer: string): void {
  let wanted = root;
  for (const segment of segmentsOf(pointer)) {
    const child = wanted.children.get(segment) ?? createWanted();
    wanted.children.set(segment, child);
    wanted = child;
  }
}

function nearestPlace(root: Wanted, pointer: string): Place | undefined {
  let wanted = root;
  for (const segment of segmentsOf(pointer)) {
    const child = wanted.children.get(segment);
    if (child?.place === undefined) break;
    wanted = child;
  }
  return wanted.place;
}

/** `/nodes/a~1b` is `['nodes', 'a/b']`. */
export function segmentsOf(pointer: string): readonly string[] {
  const segments = pointer.split('/').slice(1);
  return segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** From 0, in the way of the parser. */
type Start = readonly [line: number, character: number];

interface OpenValue {
  readonly wanted: Wanted | undefined;
  readonly start: Start;
  /** The index of the next item; `undefined` in an object. */
  index: number | undefined;
}

/** Visits the text once, and skips values that no pointer passes. */
function findPlaces(text: string, root: Wanted): void {
  const open: OpenValue[] = [];
  /** The key of the next value. */
  let member: { readonly wanted: Wanted | undefined; readonly start: Start } | undefined;

  const begin = (line: number, character: number): { readonly wanted: Wanted | undefined; readonly start: Start } => {
    const parent = open.at(-1);
    if (parent === undefined) return { wanted: root, start: [line, character] };
    if (parent.index === undefined) return member ?? { wanted: undefined, start: [line, character] };
    const wanted = parent.wanted?.children.get(String(parent.index));
    parent.index += 1;
    return { wanted, start: [line, character] };
  };
  const end = (wanted: Wanted | undefined, start: Start, line: number, character: number): void => {
    if (wanted === undefined) return;
    const [startLine, startCharacter] = start;
    wanted.place = { line: startLine + 1, column: startCharacter + 1, endLine: line + 1, endColumn: character + 1 };
  };
  const beginContainer = (line: number, character: number, index: number | undefined): boolean => {
    const { wanted, start } = begin(line, character);
    open.push({ wanted, start, index });
    return wanted !== undefined && wanted.children.size > 0;
  };
  const endContainer = (_offset: number, length: number, line: number, character: number): void => {
    const closed = open.pop();
    if (closed !== undefined) end(closed.wanted, closed.start, line, character + length);
  };

  visitJson(text, {
    onObjectBegin: (_offset, _length, line, character) => beginContainer(line, character, undefined),
    onArrayBegin: (_offset, _length, line, character) => beginContainer(line, character, 0),
    onObjectEnd: endContainer,
    onArrayEnd: endContainer,
    onObjectProperty: (name, _offset, _length, line, character) => {
      const wanted = open.at(-1)?.wanted?.children.get(name);
      if (wanted?.place !== undefined) forget(wanted);
      member = { wanted, start: [line, character] };
    },
    onLiteralValue: (_value, _offset, length, line, character) => {
      const { wanted, start } = begin(line, character);
      end(wanted, start, line, character + length);
    },
  });
}

/** The last member of a name counts. */
function forget(wanted: Wanted): void {
  wanted.place = undefined;
  for (const child of wanted.children.values()) forget(child);
}
