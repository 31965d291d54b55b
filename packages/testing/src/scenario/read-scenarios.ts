import * as v from 'valibot';
import { type Document, isMap, isNode, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { Place as TextPlace } from '../files/locate.ts';
import type { Scenario, ScenarioFile } from './scenario.ts';
import { scenarioFileSchema } from './scenario-schema.ts';
import { keyText, valuesOf, YamlFault } from './yaml-values.ts';

/** A part of a text file. Lines and columns count from 1, columns in UTF-16 units; the end is exclusive. */
export interface Place extends TextPlace {
  /** Name of the file, if known. */
  readonly file?: string;
}

/** The path from a value to a part of it. */
export type Path = readonly (string | number)[];

/** The scenarios of a file, and the places of their parts. */
export interface ReadScenarios extends ScenarioFile {
  /** The place of a part of a scenario, or of the nearest enclosing part with a place. */
  placeOf(scenario: Scenario, path?: Path): Place;
  /** The place of a part of the file, such as `['bot']`. */
  placeIn(path: Path): Place;
}

/** A fault in a file of scenarios. */
export interface ScenarioFault {
  readonly message: string;
  readonly place: Place;
}

/** A file of scenarios is malformed. */
export class ScenariosUnreadable extends Error {
  override readonly name = 'ScenariosUnreadable';
  readonly faults: readonly ScenarioFault[];

  constructor(faults: readonly ScenarioFault[]) {
    super(faults.map(({ message, place }) => `${renderPlace(place)} ${message}`).join('\n'));
    this.faults = faults;
  }
}

/** The same limit as for a config. The search for the place of each fault takes time. */
const mostFaults = 100;

const tooDeep = 'The text is nested too deeply.';

/** `file:line:column`. */
export function renderPlace({ file, line, column }: Place): string {
  return `${file === undefined ? '' : `${file}:`}${line}:${column}`;
}

/**
 * Reads scenarios from YAML or JSON.
 *
 * @param file - Name of the file in places.
 * @throws {ScenariosUnreadable} With up to 100 faults and their places.
 * @spec TE20, TE68, TE69, TE70
 */
export function readScenarios(given: string, file?: string): ReadScenarios {
  const text = given.replace(/^\uFEFF/, '');
  const lines = new LineCounter();
  const document = parse();
  const [fault] = document.errors;
  if (fault !== undefined) {
    throw new ScenariosUnreadable([{ message: messageOf(fault), place: placeAt(...fault.pos) }]);
  }
  const read = v.safeParse(scenarioFileSchema, readValues(document));
  if (!read.success) {
    const faults = read.issues.slice(0, mostFaults).map(faultOf);
    throw new ScenariosUnreadable(
      faults.sort((a, b) => a.place.line - b.place.line || a.place.column - b.place.column),
    );
  }
  const paths = new Map(read.output.scenarios.map((scenario, at): [Scenario, Path] => [scenario, ['scenarios', at]]));
  return {
    ...read.output,
    placeOf: (scenario, path = []) => placeOfPath([...(paths.get(scenario) ?? []), ...path]),
    placeIn: placeOfPath,
  };

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
      throw new ScenariosUnreadable([{ message: error.message, place: placeOfNode(error.node) ?? placeOfPath([]) }]);
    }
  }

  function placeAt(start: number, end: number): Place {
    const from = lines.linePos(start);
    const to = lines.linePos(Math.max(start, end));
    const ends = { endLine: to.line, endColumn: to.col };
    return { ...(file !== undefined && { file }), line: from.line, column: from.col, ...ends };
  }

  function placeOfPath(path: Path): Place {
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

  /** For an unknown member the place is its name, not its value. */
  function placeOfKey(path: Path): Place | undefined {
    const around = path.slice(0, -1).reduce(partOf, document.contents);
    return placeOfNode(pairOf(around, path.at(-1))?.key);
  }

  function faultOf({ message, path }: v.BaseIssue<unknown>): ScenarioFault {
    const keys = (path ?? []).map(({ key }) => key as string | number);
    return { message, place: (path?.at(-1)?.origin === 'key' ? placeOfKey(keys) : undefined) ?? placeOfPath(keys) };
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
