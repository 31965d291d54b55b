import { Document, isMap, isSeq, parseDocument } from 'yaml';
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
 * Adds a scenario to the text of a file, which stays YAML or JSON.
 *
 * @throws {ScenariosUnreadable} When the text is no file of scenarios.
 * @spec TE33
 */
export function appendScenario(text: string, scenario: Scenario): string {
  const { scenarios } = readScenarios(text);
  const document = parseDocument(text);
  const list: unknown = document.get('scenarios', true);
  if (/^\s*\{\s*"/.test(text)) {
    return `${JSON.stringify({ ...document.toJS(), scenarios: [...scenarios, scenario] }, null, 2)}\n`;
  }
  if (isSeq(list) && list.flow !== true && list.range) return insertItem(text, scenario, list.range);
  document.set('scenarios', document.createNode([...scenarios, scenario], { aliasDuplicateObjects: false }));
  return document.toString({ lineWidth: 0 });
}

/** Adds an item to a list in block style, without writing the rest of the text anew. */
function insertItem(text: string, item: unknown, [start, , end]: readonly [number, number, number]): string {
  const indent = ' '.repeat(start - (text.lastIndexOf('\n', start - 1) + 1));
  const before = text.slice(0, end).trimEnd();
  const lines = new Document([item], { aliasDuplicateObjects: false }).toString({ lineWidth: 0 }).trimEnd().split('\n');
  const added = lines.map((line) => (line === '' ? '' : `${indent}${line}`)).join('\n');
  return `${before}\n${added}\n${text.slice(end)}`;
}
