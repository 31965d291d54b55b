import { type Catalog, connectionIdOf, isDiagramConnection, isNode, type Violation } from '@botwright/core/diagram';
import { applyEdits, findNodeAtLocation, type JSONPath, modify, parseTree } from 'jsonc-parser';
import type { BotFile } from './read-bot-file.ts';

/** A repair. */
export interface Fix {
  /** Code of the repaired violation. */
  readonly code: string;
  /** Description for people. */
  readonly message: string;
  /** Its place in the diagram. */
  readonly pointer: string;
}

/**
 * Repairs faults with only one possible repair, and changes no other text: indentation and order stay.
 *
 * @spec BF12, BF13
 */
export function applyFixes(
  text: string,
  bot: BotFile,
  found: readonly Violation[],
  catalog: Catalog,
): { readonly text: string; readonly fixes: readonly Fix[] } {
  const root: JSONPath = bot.pointer === '' ? [] : ['diagram'];
  const fixes: Fix[] = [];
  const mended = new Set<string>();
  let fixed = text;
  // A connection that is removed is not named anew before.
  const renames = ({ code }: Violation): boolean => code === 'connection_id_mismatch';
  for (const violation of found.toSorted((a, b) => Number(renames(a)) - Number(renames(b)))) {
    const { code, blockId, connectionId } = violation;
    // One change per entry and pass: the change may move or delete it.
    const entry = connectionId ?? blockId ?? '';
    if (mended.has(entry)) continue;
    const repair = repairOf(violation, bot, catalog);
    if (repair === undefined) continue;
    const { path, change, message } = repair;
    const next =
      'renamed' in change
        ? renameConnection(fixed, [...root, ...path], change.renamed)
        : edit(fixed, [...root, ...path], change.value);
    if (next === fixed) continue;
    fixed = next;
    mended.add(entry);
    fixes.push({ code, message, pointer: violation.pointer });
  }
  return { text: fixed, fixes };
}

interface Repair {
  /** Of the changed member, from the diagram. */
  readonly path: readonly (string | number)[];
  /** Without a value the member is removed. */
  readonly change: { readonly value: unknown } | { readonly renamed: string };
  readonly message: string;
}

/**
 * Finds the only possible repair of a fault.
 *
 * @returns `undefined` if there is none, or several.
 * @spec BF12
 */
export function repairOf(
  { code, blockId = '', connectionId = '' }: Violation,
  { diagram }: Pick<BotFile, 'diagram'>,
  catalog: Catalog,
): Repair | undefined {
  const node = diagram.nodes[blockId];
  const connection = diagram.connections[connectionId];
  if (code === 'unknown-template' && isNode(node)) {
    const template = catalog.byName(node.template)?.template;
    if (template === undefined) return undefined;
    const message = `wrote the template ${template} for ${node.template}`;
    return { path: ['nodes', blockId, 'template'], change: { value: template }, message };
  }
  if (code === 'node_path_mismatch' && isNode(node)) {
    const message = `set the path of ${blockId} to its id`;
    return { path: ['nodes', blockId, 'path'], change: { value: node.id }, message };
  }
  if (code === 'greeting_version' && isNode(node)) {
    const message = `set the version of ${blockId} to 3`;
    return { path: ['nodes', blockId, 'params', 'version'], change: { value: 3 }, message };
  }
  if (code === 'connection_target_unknown' || code === 'connection_source_unknown') {
    const message = `removed the connection ${connectionId}, which has one end`;
    return { path: ['connections', connectionId], change: { value: undefined }, message };
  }
  if (code === 'connection_id_mismatch' && isDiagramConnection(connection)) {
    const id = connectionIdOf(connection);
    if (id !== connectionId && Object.hasOwn(diagram.connections, id)) return undefined;
    const message = `named the connection ${connectionId} ${id}, after its ends`;
    return { path: ['connections', connectionId], change: { renamed: id }, message };
  }
  return undefined;
}

function renameConnection(text: string, path: JSONPath, id: string): string {
  const withId = edit(text, [...path, 'id'], id);
  const tree = parseTree(withId);
  const key = tree && findNodeAtLocation(tree, path)?.parent?.children?.[0];
  if (key === undefined) return text;
  return withId.slice(0, key.offset) + JSON.stringify(id) + withId.slice(key.offset + key.length);
}

/** Only a new member in an object of several lines needs a new line: other changes stay in place. */
function edit(text: string, path: JSONPath, value: unknown): string {
  const tree = parseTree(text);
  const object = tree && findNodeAtLocation(tree, path.slice(0, -1));
  const isNew = object !== undefined && findNodeAtLocation(object, path.slice(-1)) === undefined;
  const hasLines = object !== undefined && text.slice(object.offset, object.offset + object.length).includes('\n');
  return applyEdits(text, modify(text, path, value, isNew && hasLines ? { formattingOptions: formatOf(text) } : {}));
}

/** The indentation and the line ends of a text, for new parts. */
function formatOf(text: string): { insertSpaces: boolean; tabSize: number; eol: string } {
  const indent = /\n([ \t]+)/.exec(text)?.[1] ?? '  ';
  return { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length, eol: text.includes('\r\n') ? '\r\n' : '\n' };
}
