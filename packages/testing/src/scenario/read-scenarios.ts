import * as v from 'valibot';
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from 'yaml';
import type { Place as TextPlace } from '../files/locate.ts';
import type { Scenario, ScenarioFile } from './scenario.ts';
import { scenarioFileSchema } from './scenario-schema.ts';

/** A part of a text file. Lines and columns count from 1, columns in UTF-16 units; the end is behind the last one. */
export interface Place extends TextPlace {
  /** Name of the file, where it is known. */
  readonly file?: string;
}

/** The way from a value to a part of it. */
export type Path = readonly (string | number)[];

/** Scenarios that were read from a file, and the places of their parts. */
export interface ReadScenarios extends ScenarioFile {
  /** The place of a part of one of the scenarios, or of the nearest thing around it that has one. */
  placeOf(scenario: Scenario, path?: Path): Place;
  /** The same for a part of the whole file, such as `['bot']`. */
  placeIn(path: Path): Place;
}

/** What is wrong with a file of scenarios. */
export interface ScenarioFault {
  readonly message: string;
  readonly place: Place;
}

/** A file holds no scenarios that could be run. */
export class ScenariosUnreadable extends Error {
  override readonly name = 'ScenariosUnreadable';
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

/**
 * Reads scenarios from YAML or JSON.
 *
 * @param file - Name of the file in places.
 * @throws {ScenariosUnreadable} With everything that is wrong, and where.
 * @spec TE20
 */
export function readScenarios(text: string, file?: string): ReadScenarios {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [fault] = document.errors;
  if (fault !== undefined) {
    throw new ScenariosUnreadable([{ message: messageOf(fault), place: placeAt(...fault.pos) }]);
  }
  const read = v.safeParse(scenarioFileSchema, valuesOf(document));
  if (!read.success) {
    const faults = read.issues.map(faultOf);
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

  /** An alias of nothing, and aliases that would grow beyond all bounds, are found when values are made. */
  function valuesOf(parsed: Document): unknown {
    try {
      return parsed.toJS({ maxAliasCount: 100 });
    } catch (error) {
      throw new ScenariosUnreadable([{ message: messageOf(error as Error), place: placeOfLostAlias(parsed) }]);
    }
  }

  function placeOfLostAlias(parsed: Document): Place {
    let place: Place | undefined;
    visit(parsed, {
      Alias(_, alias) {
        if (alias.resolve(parsed) !== undefined) return undefined;
        place = placeOfNode(alias);
        return visit.BREAK;
      },
    });
    return place ?? placeOfPath([]);
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

  /** Of a member that should not be there the name is at fault, not the value. */
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

/** In YAML a key may be a number. */
function pairOf(node: unknown, key: string | number | undefined) {
  return isMap(node)
    ? node.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === String(key))
    : undefined;
}

/** In one line, as a sentence. */
function messageOf(error: Error): string {
  if ('code' in error && error.code === 'MULTIPLE_DOCS') return 'There is more than one document in the file.';
  const { message } = error;
  return `${message.replace(/\s+/g, ' ').replace(/\.$/, '')}.`;
}
