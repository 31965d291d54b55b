import { isJsonObject } from '@botwright/core/conversation';
import * as v from 'valibot';
import { expandScenarios, type Part, type ReadShared } from './expand-scenarios.ts';
import type { Scenario, ScenarioFile } from './scenario.ts';
import { scenarioFileSchema } from './scenario-schema.ts';
import { type Path, type Place, readScenarioValues, type ScenarioFault, ScenariosUnreadable } from './scenario-text.ts';

/** The scenarios of a file, each row of examples as one, and the places of their parts. */
export interface ReadScenarios extends ScenarioFile {
  /** The place of a part of a scenario, or of the nearest enclosing part with a place. */
  placeOf(scenario: Scenario, path?: Path): Place;
  /** The place of the step `use` that brought a shared step into the scenario. */
  placeOfUse(scenario: Scenario, path: Path): Place | undefined;
  /** The place of a part of the file, such as `['bot']`. */
  placeIn(path: Path): Place;
}

/** The same limit as for a config. The search for the place of each fault takes time. */
const mostFaults = 100;

/**
 * Reads scenarios from YAML or JSON.
 *
 * @param file - Name of the file in places.
 * @param readShared - Reads a file of shared steps, by its path from this one; absent: such files are refused.
 * @throws {ScenariosUnreadable} With up to 100 faults and their places.
 * @spec TE20, TE68, TE69, TE70, SF1, SF10, TC6
 */
export function readScenarios(text: string, file?: string, readShared?: ReadShared): ReadScenarios {
  const given = readScenarioValues(text, file);
  if (isBot(given.values)) {
    const message =
      'This is a bot, not a file of scenarios: give one whose member "bot" names it. "botwright test --generate" writes one.';
    throw new ScenariosUnreadable([{ message, place: given.placeOf([]) }]);
  }
  const expanded = expandScenarios(given, readShared);
  const read = v.safeParse(scenarioFileSchema, expanded.values);
  if (!read.success) throw new ScenariosUnreadable(faultsOf(read.issues));
  const numbers = new Map(read.output.scenarios.map((scenario, at): [Scenario, number] => [scenario, at]));
  const partOf = (scenario: Scenario, path: Path): Part =>
    expanded.partAt(['scenarios', numbers.get(scenario) ?? -1, ...path]);
  return {
    ...read.output,
    placeOf(scenario, path = []) {
      const part = partOf(scenario, path);
      return part.text.placeOf(part.path);
    },
    placeOfUse(scenario, path) {
      const { use } = partOf(scenario, path);
      return use && given.placeOf(use);
    },
    placeIn: given.placeOf,
  };

  /** In the order of the file. The rows of a table often have the same fault. */
  function faultsOf(issues: readonly v.BaseIssue<unknown>[]): readonly ScenarioFault[] {
    const faults = new Map<string, ScenarioFault>();
    for (const issue of issues) {
      const fault = faultOf(issue);
      faults.set(JSON.stringify(fault), fault);
      if (faults.size === mostFaults) break;
    }
    return [...faults.values()].sort((a, b) => a.place.line - b.place.line || a.place.column - b.place.column);
  }

  /** For an unknown member the place is its name, not its value. */
  function faultOf({ message, path }: v.BaseIssue<unknown>): ScenarioFault {
    const keys = (path ?? []).map(({ key }) => key as string | number);
    const part = expanded.partAt(keys);
    const place = path?.at(-1)?.origin === 'key' ? part.text.placeOfKey(part.path) : undefined;
    return { message, place: place ?? part.text.placeOf(part.path) };
  }
}

function isBot(values: unknown): boolean {
  if (!isJsonObject(values) || Object.hasOwn(values, 'scenarios')) return false;
  return isJsonObject(values['nodes']) || isJsonObject(values['diagram']);
}
