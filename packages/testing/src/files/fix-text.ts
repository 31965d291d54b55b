import { type Catalog, connectionIdOf, isDiagramConnection, isNode, type Violation } from '@botwright/core/diagram';
import { applyEdits, findNodeAtLocation, type JSONPath, modify, type Node, parseTree } from 'jsonc-parser';
import type { BotFile } from './read-bot-file.ts';

/** A repair. */
export interface Fix {
  readonly code: string;
  /** Description for people. */
  readonly message: string;
  /** Its place in the diagram. */
  readonly pointer: string;
}

/** Changes a text; `undefined` if it cannot. */
interface Change {
  readonly message: string;
  readonly apply: (text: string, root: JSONPath) => string | undefined;
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
    const change = changeFor(violation);
    const next = change?.apply(fixed, root);
    if (change === undefined || next === undefined || next === fixed) continue;
    fixed = next;
    mended.add(entry);
    fixes.push({ code, message: change.message, pointer: violation.pointer });
  }
  return { text: fixed, fixes };

  function changeFor({ code, blockId = '', connectionId = '' }: Violation): Change | undefined {
    const node = diagram.nodes[blockId];
    const connection = diagram.connections[connectionId];
    if (code === 'unknown-template' && isNode(node)) {
      const meant = catalog.byName(node.template)?.template;
      if (meant === undefined) return undefined;
      return setMember(['nodes', blockId, 'template'], meant, `wrote the template ${meant} for ${node.template}`);
    }
    if (code === 'node_path_mismatch' && isNode(node)) {
      return setMember(['nodes', blockId, 'path'], node.id, `set the path of ${blockId} to its id`);
    }
    if (code === 'greeting_version' && isNode(node)) {
      return setMember(['nodes', blockId, 'params', 'version'], 3, `set the version of ${blockId} to 3`);
    }
    if (code === 'connection_target_unknown' || code === 'connection_source_unknown') {
      return removeMember(['connections', connectionId], `removed the connection ${connectionId}, which has one end`);
    }
    if (code === 'connection_id_mismatch' && isDiagramConnection(connection)) {
      const id = connectionIdOf(connection);
      if (id !== connectionId && Object.hasOwn(diagram.connections, id)) return undefined;
      return renameConnection(connectionId, id);
    }
    return undefined;
  }
}

const setMember = (path: JSONPath, value: unknown, message: string): Change => ({
  message,
  apply: (text, root) => edit(text, [...root, ...path], value),
});

const removeMember = (path: JSONPath, message: string): Change => ({
  message,
  apply: (text, root) => edit(text, [...root, ...path], undefined),
});

const renameConnection = (from: string, to: string): Change => ({
  message: `named the connection ${from} ${to}, after its ends`,
  apply: (text, root) => {
    const path = [...root, 'connections', from];
    const withId = edit(text, [...path, 'id'], to);
    const key = memberAt(withId, path)?.children?.[0];
    if (key === undefined) return undefined;
    return withId.slice(0, key.offset) + JSON.stringify(to) + withId.slice(key.offset + key.length);
  },
});

function memberAt(text: string, path: JSONPath): Node | undefined {
  const tree = parseTree(text);
  return tree && findNodeAtLocation(tree, path)?.parent;
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
