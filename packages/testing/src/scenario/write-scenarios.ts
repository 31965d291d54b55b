import { Document, isMap, parseDocument } from 'yaml';
import { readScenarios } from './read-scenarios.ts';
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

/**
 * Adds a scenario to the text of a file, which stays YAML or JSON and keeps its comments.
 *
 * @throws {ScenariosUnreadable} When the text is no file of scenarios.
 * @spec TE33
 */
export function appendScenario(text: string, scenario: Scenario): string {
  const { scenarios } = readScenarios(text);
  const isJson = /^\s*\{\s*"/.test(text);
  const document = parseDocument(text);
  if (isJson) return `${JSON.stringify({ ...document.toJS(), scenarios: [...scenarios, scenario] }, null, 2)}\n`;
  if (scenarios.length === 0) document.set('scenarios', document.createNode([scenario]));
  else document.addIn(['scenarios'], document.createNode(scenario, { aliasDuplicateObjects: false }));
  return document.toString({ lineWidth: 0 });
}
