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
  { diagram, pointer }: BotFile,
  found: readonly Violation[],
  catalog: Catalog,
): { readonly text: string; readonly fixes: readonly Fix[] } {
  const root: JSONPath = pointer === '' ? [] : ['diagram'];
  const fixes: Fix[] = [];
  const mended = new Set<string>();
  let fixed = text;
  for (const violation of found) {
    const { code, blockId, connectionId } = violation;
    // One change per entry and pass: the change may move or delete it.
    const entry = connectionId ?? blockId ?? '';
    if (mended.has(entry)) continue;
    const repair = repairOf(violation);
    if (repair === undefined || repair.text === fixed) continue;
    fixed = repair.text;
    mended.add(entry);
    fixes.push({ code, message: repair.message, pointer: violation.pointer });
  }
  return { text: fixed, fixes };

  function repairOf({ code, blockId = '', connectionId = '' }: Violation) {
    const node = diagram.nodes[blockId];
    const connection = diagram.connections[connectionId];
    if (code === 'unknown-template' && isNode(node)) {
      const template = catalog.byName(node.template)?.template;
      if (template === undefined) return undefined;
      return setMember(['nodes', blockId, 'template'], template, `wrote the template ${template} for ${node.template}`);
    }
    if (code === 'node_path_mismatch' && isNode(node)) {
      return setMember(['nodes', blockId, 'path'], node.id, `set the path of ${blockId} to its id`);
    }
    if (code === 'greeting_version' && isNode(node)) {
      return setMember(['nodes', blockId, 'params', 'version'], 3, `set the version of ${blockId} to 3`);
    }
    if (code === 'connection_target_unknown' || code === 'connection_source_unknown') {
      const message = `removed the connection ${connectionId}, which has one end`;
      return setMember(['connections', connectionId], undefined, message);
    }
    if (code === 'connection_id_mismatch' && isDiagramConnection(connection)) {
      const id = connectionIdOf(connection);
      if (id !== connectionId && Object.hasOwn(diagram.connections, id)) return undefined;
      const renamed = renameConnection(fixed, [...root, 'connections', connectionId], id);
      return { message: `named the connection ${connectionId} ${id}, after its ends`, text: renamed };
    }
    return undefined;
  }

  /** @param value - `undefined` removes the member. */
  function setMember(path: JSONPath, value: unknown, message: string) {
    return { message, text: edit(fixed, [...root, ...path], value) };
  }
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
