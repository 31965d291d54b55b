import {
  type Catalog,
  type Diagram,
  diffDiagrams,
  isDiagramConnection,
  isNode,
  type JsonValue,
} from '@botwright/core/diagram';
import { shortened } from './answer.ts';
import { typeOf } from './outline.ts';

/** The difference of two diagrams: one line that counts the changes, and each change. */
export interface Changes {
  /** Such as `2 blocks added, 1 connection removed`, or `nothing`. */
  readonly summary: string;
  readonly items: readonly unknown[];
}

/** Lists the changes from one diagram to another, in semantic names, without moves on the canvas. @spec MC14 */
export function changesBetween(before: Diagram, after: Diagram, catalog: Catalog): Changes {
  const { blocks, connections, others } = diffDiagrams(before, after, { ignorePositions: true });
  const items = [
    ...blocks.added.map(({ id, value }) => ({ added: id, type: typeOf(value, catalog) })),
    ...blocks.removed.map(({ id, value }) => ({ removed: id, type: typeOf(value, catalog) })),
    ...blocks.changed.map(({ id, before: was, after: is, members, params }) => ({
      changed: id,
      type: typeOf(is, catalog),
      members: members.filter((member) => member !== 'params'),
      params: params.map((param) => ({ param, before: valueIn(was, param), after: valueIn(is, param) })),
    })),
    ...connections.added.map(({ id, value }) => ({ connected: endsOf(id, value) })),
    ...connections.removed.map(({ id, value }) => ({ disconnected: endsOf(id, value) })),
    ...connections.changed.map(({ id, after: is }) => ({ connection: endsOf(id, is) })),
    ...[...others.added, ...others.removed, ...others.changed].map(({ id }) => ({ member: id })),
  ];
  const counts: readonly (readonly [number, string, string])[] = [
    [blocks.added.length, 'block', 'added'],
    [blocks.removed.length, 'block', 'removed'],
    [blocks.changed.length, 'block', 'changed'],
    [connections.added.length, 'connection', 'added'],
    [connections.removed.length, 'connection', 'removed'],
    [connections.changed.length, 'connection', 'changed'],
    [others.added.length + others.removed.length + others.changed.length, 'other member', 'changed'],
  ];
  const parts = counts.flatMap(([count, noun, verb]) =>
    count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'} ${verb}`],
  );
  return { summary: parts.length === 0 ? 'nothing' : parts.join(', '), items };
}

function valueIn(node: JsonValue, param: string): string | undefined {
  const value = isNode(node) && Object.hasOwn(node.params, param) ? node.params[param] : undefined;
  return value === undefined ? undefined : shortened(typeof value === 'string' ? value : JSON.stringify(value), 300);
}

function endsOf(id: string, value: JsonValue): string {
  return isDiagramConnection(value) ? `${value.sourcePath} (${value.type}) → ${value.targetPath}` : id;
}
