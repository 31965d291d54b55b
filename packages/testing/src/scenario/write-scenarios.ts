import { Document, isMap } from 'yaml';
import type { Scenario, ScenarioFile } from './scenario.ts';

/**
 * Writes a file of scenarios as YAML.
 *
 * @param notes - What is still to do, as a comment above the scenario.
 * @spec TE28
 */
export function writeScenarios(
  file: ScenarioFile,
  notes: ReadonlyMap<Scenario, string | undefined> = new Map(),
): string {
  const document = new Document(file, { aliasDuplicateObjects: false });
  for (const [at, scenario] of file.scenarios.entries()) {
    const node: unknown = document.getIn(['scenarios', at], true);
    const note = notes.get(scenario);
    if (isMap(node) && note !== undefined) node.commentBefore = ` To do: ${note}`;
  }
  return document.toString({ lineWidth: 0 });
}
