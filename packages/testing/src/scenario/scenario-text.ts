import { type Document, isMap, isNode, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { Place as TextPlace } from '../files/locate.ts';
import { keyText, valuesOf, YamlFault } from './yaml-values.ts';

/** A part of a text file. Lines and columns count from 1, columns in UTF-16 units; the end is exclusive. */
export interface Place extends TextPlace {
  /** Name of the file, if known. */
  readonly file?: string;
}

/** The path from a value to a part of it. */
export type Path = readonly (string | number)[];

/** A fault in a file of scenarios. */
export interface ScenarioFault {
  /** One sentence without the place. */
  readonly message: string;
  /** The value at fault. */
  readonly place: Place;
}

/** A file of scenarios is malformed. */
export class ScenariosUnreadable extends Error {
  override readonly name = 'ScenariosUnreadable';
  /** In the order of the text, with their places. */
  readonly faults: readonly ScenarioFault[];

  constructor(faults: readonly ScenarioFault[]) {
    super(faults.map(({ message, place }) => `${renderPlace(place)} ${message}`).join('\n'));
    this.faults = faults;
  }
}

/** `file:line:column`. */
export function renderPlace({ file, line, column }: Place): string {
  return `${file === undefined ? '' : `${file}:`}${line}:${column}`;
}

/** The values of a YAML or JSON text, and the places of their parts. */
export interface ScenarioText {
  /** As {@link valuesOf} reads them. */
  readonly values: unknown;
  /** The place of a part, or of the nearest enclosing part with a place. */
  placeOf(path: Path): Place;
  /** The place of the name of a member. */
  placeOfKey(path: Path): Place | undefined;
}

const tooDeep = 'The text is nested too deeply.';

/**
 * Reads YAML or JSON.
 *
 * @param file - Name of the file in places.
 * @throws {ScenariosUnreadable} With the first fault of the text.
 * @spec TE20, TE68, TE69, TE70
 */
export function readScenarioValues(given: string, file?: string): ScenarioText {
  const text = given.replace(/^\uFEFF/, '');
  const lines = new LineCounter();
  const document = parse();
  const [fault] = document.errors;
  if (fault !== undefined) {
    throw new ScenariosUnreadable([{ message: messageOf(fault), place: placeAt(...fault.pos) }]);
  }
  return { values: readValues(document), placeOf, placeOfKey };

  /** Duplicate keys are found in the text, in less time. */
  function parse(): Document {
    try {
      return parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new ScenariosUnreadable([{ message: tooDeep, place: placeAt(0, 0) }]);
    }
  }

  function readValues(parsed: Document): unknown {
    try {
      return valuesOf(parsed);
    } catch (error) {
      if (!(error instanceof YamlFault)) throw error;
      throw new ScenariosUnreadable([{ message: error.message, place: placeOfNode(error.node) ?? placeOf([]) }]);
    }
  }

  function placeAt(start: number, end: number): Place {
    const from = lines.linePos(start);
    const to = lines.linePos(Math.max(start, end));
    const ends = { endLine: to.line, endColumn: to.col };
    return { ...(file !== undefined && { file }), line: from.line, column: from.col, ...ends };
  }

  function placeOf(path: Path): Place {
    for (let length = path.length; length > 0; length -= 1) {
      const place = placeOfNode(path.slice(0, length).reduce(partOf, document.contents));
      if (place !== undefined) return place;
    }
    return placeOfNode(document.contents) ?? placeAt(0, 0);
  }

  function placeOfNode(node: unknown): Place | undefined {
    const range = isNode(node) ? (node as Node).range : undefined;
    return range ? placeAt(range[0], range[1]) : undefined;
  }

  function placeOfKey(path: Path): Place | undefined {
    const around = path.slice(0, -1).reduce(partOf, document.contents);
    return placeOfNode(pairOf(around, path.at(-1))?.key);
  }
}

function partOf(node: unknown, key: string | number): unknown {
  return isSeq(node) ? node.items[Number(key)] : pairOf(node, key)?.value;
}

function pairOf(node: unknown, key: string | number | undefined) {
  return isMap(node) ? node.items.find((pair) => keyText(pair.key) === String(key)) : undefined;
}

/** In one line, as a sentence. */
function messageOf(error: Error): string {
  if ('code' in error && error.code === 'MULTIPLE_DOCS') return 'There is more than one document in the file.';
  const { message } = error;
  // The parser catches its own stack overflow.
  if (/call stack/.test(message)) return tooDeep;
  return `${message.replace(/\s+/g, ' ').replace(/\.$/, '')}.`;
}
