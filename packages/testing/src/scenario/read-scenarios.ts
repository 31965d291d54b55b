import * as v from 'valibot';
import { isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import type { Scenario, ScenarioFile } from './scenario.ts';
import { scenarioFileSchema } from './scenario-schema.ts';

/** A place in a text file. Lines and columns count from 1, columns in UTF-16 units. */
export interface Place {
  /** Name of the file, where it is known. */
  readonly file?: string;
  readonly line: number;
  readonly column: number;
}

/** The way from a value to a part of it. */
export type Path = readonly (string | number)[];

/** Scenarios that were read from a file, and the places of their parts. */
export interface ReadScenarios extends ScenarioFile {
  /** The place of a part of one of the scenarios, or of the nearest thing around it that has one. */
  placeOf(scenario: Scenario, path?: Path): Place;
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
  if (fault !== undefined) throw new ScenariosUnreadable([{ message: fault.message, place: placeAt(fault.pos[0]) }]);

  const input: unknown = document.toJS({ maxAliasCount: 100 });
  const read = v.safeParse(scenarioFileSchema, input);
  if (!read.success) throw new ScenariosUnreadable(read.issues.map(faultOf));
  const paths = new Map(read.output.scenarios.map((scenario, at): [Scenario, Path] => [scenario, ['scenarios', at]]));
  return {
    ...read.output,
    placeOf: (scenario, path = []) => placeOfPath([...(paths.get(scenario) ?? []), ...path]),
  };

  function placeAt(offset: number): Place {
    const { line, col } = lines.linePos(offset);
    return { ...(file !== undefined && { file }), line, column: col };
  }

  function placeOfPath(path: Path): Place {
    for (let length = path.length; length > 0; length -= 1) {
      const node: unknown = document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return placeAt(node.range[0]);
    }
    return placeAt(document.contents?.range?.[0] ?? 0);
  }

  /** Of a member that should not be there the name is at fault, not the value. */
  function placeOfKey(path: Path): Place | undefined {
    const around: unknown = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
    const pair = isMap(around) ? around.items.find(({ key }) => isScalar(key) && key.value === path.at(-1)) : undefined;
    return isNode(pair?.key) && pair.key.range ? placeAt(pair.key.range[0]) : undefined;
  }

  function faultOf({ message, path }: v.BaseIssue<unknown>): ScenarioFault {
    const keys = (path ?? []).map(({ key }) => key as string | number);
    return { message, place: (path?.at(-1)?.origin === 'key' ? placeOfKey(keys) : undefined) ?? placeOfPath(keys) };
  }
}
