import { Document, isMap, isSeq, parseDocument, Scalar, visit } from 'yaml';
import type { ReadShared } from './expand-scenarios.ts';
import { readScenarios } from './read-scenarios.ts';
import type { Scenario, ScenarioFile } from './scenario.ts';

/**
 * Writes a file of scenarios as YAML.
 *
 * @param notes - Remaining work, as a comment above the scenario.
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
    if (isMap(node) && note !== undefined)
      node.commentBefore = ` To do: ${note.replace(unprintable, '\ufffd').replace(commandMark, '\ufffd')}`;
  }
  return yamlOf(document);
}

/** Invisible characters with an effect on terminals. Line ends count only in comments. */
const unprintable = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * Commands in the log of a CI server: `##[group]` and `##vso[…]` anywhere, `::error::` at the beginning,
 * `section_start:1:name` of GitLab.
 */
const commandMark = /#(?=#[\w.-]*\[)|:(?<=section_(?:start|end):)(?=\d)|:(?<=^\s*:)(?=:)/gm;

/** Texts with such characters need double quotes, in which they are escaped. @spec TE28, TE71 */
function yamlOf(document: Document): string {
  visit(document, {
    Scalar(_, scalar) {
      const { value } = scalar;
      if (typeof value !== 'string') return;
      if (value.replaceAll('\n', '').search(unprintable) >= 0 || value.search(commandMark) >= 0) {
        scalar.type = Scalar.QUOTE_DOUBLE;
      }
    },
  });
  return document
    .toString({ lineWidth: 0 })
    .replace(unprintable, (character) => (character === '\n' ? character : escapeCharacter(character)))
    .replace(commandMark, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * Adds a scenario to the text of a file, which stays YAML or JSON. Nothing else of it changes.
 *
 * @param options - `readShared`: as for `readScenarios`. `replaces`: the scenario takes the place of the one with its
 *   name, in a text whose form may change.
 * @throws {ScenariosUnreadable} When the text is not a file of scenarios.
 * @spec TE33
 */
export function appendScenario(
  text: string,
  scenario: Scenario,
  { readShared, replaces = false }: { readonly readShared?: ReadShared | undefined; readonly replaces?: boolean } = {},
): string {
  readScenarios(text, undefined, readShared);
  const document = parseDocument(text);
  const at = replaces
    ? (document.toJS() as ScenarioFile).scenarios.findIndex(({ name }) => name === scenario.name)
    : -1;
  if (at >= 0) return replaced(text, document, at, scenario);
  const list: unknown = document.get('scenarios', true);
  if (isSeq(list) && list.range) {
    if (list.flow !== true) return insertItem(text, scenario, list.range);
    if (/^\s*\{\s*"/.test(text)) return insertJson(text, scenario, list.items.length, list.range);
  }
  document.addIn(['scenarios'], document.createNode(scenario, { aliasDuplicateObjects: false }));
  return yamlOf(document);
}

function replaced(text: string, document: Document, at: number, scenario: Scenario): string {
  if (/^\s*\{\s*"/.test(text)) {
    const file = document.toJS() as ScenarioFile;
    return `${JSON.stringify({ ...file, scenarios: file.scenarios.with(at, scenario) }, null, 2)}\n`;
  }
  document.setIn(['scenarios', at], document.createNode(scenario, { aliasDuplicateObjects: false }));
  return yamlOf(document);
}

/** Adds an item to a list in JSON. */
function insertJson(
  text: string,
  item: unknown,
  before: number,
  [start, end]: readonly [number, number, number],
): string {
  const head = text.slice(0, end - 1).trimEnd();
  const [, indent = ''] = /\n([ \t]*)[^\n]*$/.exec(text.slice(0, start)) ?? [];
  const lines = JSON.stringify(item, null, 2).replaceAll('\n', `\n${indent}  `);
  return `${head}${before === 0 ? '' : ','}\n${indent}  ${lines}\n${indent}]${text.slice(end)}`;
}

/** Adds an item to a list in block style, and changes no other text. */
function insertItem(text: string, item: unknown, [start, , end]: readonly [number, number, number]): string {
  const indent = ' '.repeat(start - (text.lastIndexOf('\n', start - 1) + 1));
  const before = text.slice(0, end).trimEnd();
  const lines = yamlOf(new Document([item], { aliasDuplicateObjects: false }))
    .trimEnd()
    .split('\n');
  const added = lines.map((line) => (line === '' ? '' : `${indent}${line}`)).join('\n');
  return `${before}\n${added}\n${text.slice(end)}`;
}
