import { jsonPointer } from '@botwright/core/files';
import type { JSONPath } from 'jsonc-parser';
import { visitJson } from './visit-json.ts';

/** A part of a text. Lines and columns count from 1, columns in UTF-16 units; the end is exclusive. */
export interface Place {
  /** Counts from 1. */
  readonly line: number;
  /** Counts from 1, in UTF-16 units. */
  readonly column: number;
  /** Counts from 1. */
  readonly endLine: number;
  /** The column after the last character. */
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
  const places: Places = new Map(pointers.flatMap(withParents).map((pointer) => [pointer, undefined]));
  findPlaces(text, places);
  return pointers.map((pointer) => {
    const nearest = withParents(pointer).find((each) => places.get(each) !== undefined);
    return nearest === undefined ? startOfText : (places.get(nearest) as Place);
  });
}

/** Wanted places, by pointer. */
type Places = Map<string, Place | undefined>;

/** The place in a text without a value. */
const startOfText: Place = { line: 1, column: 1, endLine: 1, endColumn: 1 };

/** `/a/b` with its parents `/a` and the root. */
function withParents(pointer: string): readonly string[] {
  return pointer === '' ? [''] : [pointer, ...withParents(pointer.slice(0, pointer.lastIndexOf('/')))];
}

/** `/nodes/a~1b` is `['nodes', 'a/b']`. */
export function segmentsOf(pointer: string): readonly string[] {
  const segments = pointer.split('/').slice(1);
  return segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Visits the text once, and skips values that no pointer passes. */
function findPlaces(text: string, places: Places): void {
  const open: { readonly pointer: string; readonly start: Pick<Place, 'line' | 'column'> }[] = [];
  /** The key of the next member. */
  let key = { line: 1, column: 1 };

  /** The parser counts from 0. */
  const begin = (line: number, character: number, path: () => JSONPath) => {
    const segments = path();
    const isMember = typeof segments.at(-1) === 'string';
    return { pointer: jsonPointer(...segments), start: isMember ? key : { line: line + 1, column: character + 1 } };
  };
  const end = ({ pointer, start }: (typeof open)[number], line: number, character: number): void => {
    if (places.has(pointer)) places.set(pointer, { ...start, endLine: line + 1, endColumn: character + 1 });
  };
  const beginContainer = (_at: number, _length: number, line: number, character: number, path: () => JSONPath) => {
    const container = begin(line, character, path);
    open.push(container);
    return places.has(container.pointer);
  };
  const endContainer = (_at: number, length: number, line: number, character: number): void => {
    const closed = open.pop();
    if (closed !== undefined) end(closed, line, character + length);
  };

  visitJson(text, {
    onObjectBegin: beginContainer,
    onArrayBegin: beginContainer,
    onObjectEnd: endContainer,
    onArrayEnd: endContainer,
    onObjectProperty: (name, _at, _length, line, character) => {
      key = { line: line + 1, column: character + 1 };
      const pointer = `${open.at(-1)?.pointer}${jsonPointer(name)}`;
      if (places.get(pointer) !== undefined) forget(pointer, places);
    },
    onLiteralValue: (_value, _at, length, line, character, path) =>
      end(begin(line, character, path), line, character + length),
  });
}

/** The last member of a name counts. */
function forget(pointer: string, places: Places): void {
  for (const each of places.keys()) {
    if (each === pointer || each.startsWith(`${pointer}/`)) places.set(each, undefined);
  }
}
