import {
  type Catalog,
  type Diagram,
  isDiagramConnection,
  isNode,
  type JsonObject,
  type JsonValue,
  outputsOf,
  selectVariant,
  startPointId,
} from '@botwright/core/diagram';
import { pictureOf } from '@botwright/graph';
import { shortened } from './answer.ts';

/** One block in a line. */
export interface OutlineEntry {
  readonly id: string;
  /** The semantic name; the template of a block that the catalog lacks. */
  readonly type: string;
  readonly name?: string;
  /** A summary of its params. */
  readonly says?: string;
  /** The target of each exit; `null`: unconnected. */
  readonly exits: Readonly<Record<string, string | null>>;
}

/** The blocks of a diagram with one line each, in diagram order. */
export function outlineOf(diagram: Diagram, catalog: Catalog, bot?: { readonly number: number }): OutlineEntry[] {
  const { blocks, edges } = pictureOf(diagram, { catalog, ...(bot && { bot }) });
  const targets = Map.groupBy(edges, ({ from }) => from);
  return blocks.map(({ id, text, outputs }) => {
    const leaving = targets.get(id) ?? [];
    const exits = [
      ...outputs.map(({ output }) => output),
      ...leaving.flatMap(({ isJump, output }) => (isJump ? [output] : [])),
    ];
    const node = diagram.nodes[id];
    const name = isNode(node) ? node['name'] : undefined;
    return {
      id,
      type: typeOf(node, catalog),
      ...(typeof name === 'string' && name !== '' && { name: shortened(name, 60) }),
      ...(text !== '' && { says: shortened(text, 100) }),
      exits: Object.fromEntries(exits.map((exit) => [exit, leaving.find(({ output }) => output === exit)?.to ?? null])),
    };
  });
}

/** The semantic name of a block, in which tools speak of it. */
export function typeOf(node: JsonValue | undefined, catalog: Catalog): string {
  if (!isNode(node)) return 'malformed';
  return catalog.byTemplate(node.template)?.name ?? node.template;
}

/** A block whole. */
export function blockOf(diagram: Diagram, id: string, catalog: Catalog): JsonObject | undefined {
  const node = Object.hasOwn(diagram.nodes, id) ? diagram.nodes[id] : undefined;
  if (node === undefined) return undefined;
  if (!isNode(node)) return { id, type: 'malformed', value: node };
  const { top, left, name } = node;
  const definition = catalog.byTemplate(node.template);
  const variant = definition && selectVariant(definition, node.params);
  const connections = Object.values(diagram.connections)
    .filter(isDiagramConnection)
    .filter(({ sourcePath }) => sourcePath === id);
  const exits = new Set([
    ...(variant === undefined ? [] : outputsOf(variant, node.params)),
    ...connections.map(({ type }) => type),
  ]);
  return {
    id,
    type: typeOf(node, catalog),
    ...(name !== undefined && { name }),
    ...(top !== undefined && { top }),
    ...(left !== undefined && { left }),
    params: node.params,
    exits: Object.fromEntries(
      [...exits].map((exit) => [exit, connections.find(({ type }) => type === exit)?.targetPath ?? null]),
    ),
  };
}

/** The ids of blocks up to this many connections away, in any direction, the nearest first. */
export function blocksAround(diagram: Diagram, start: string, depth: number): readonly string[] {
  const neighbours = new Map<string, Set<string>>();
  const join = (from: string, to: string) => neighbours.set(from, (neighbours.get(from) ?? new Set()).add(to));
  for (const connection of Object.values(diagram.connections)) {
    if (!isDiagramConnection(connection)) continue;
    join(connection.sourcePath, connection.targetPath);
    join(connection.targetPath, connection.sourcePath);
  }
  const found = new Set([start]);
  let edge: readonly string[] = [start];
  for (let step = 0; step < depth && edge.length > 0; step += 1) {
    edge = edge.flatMap((id) => [...(neighbours.get(id) ?? [])].filter((next) => !found.has(next)));
    for (const id of edge) found.add(id);
  }
  return [...found].filter((id) => Object.hasOwn(diagram.nodes, id));
}

/** The part of a diagram with these blocks. */
export function partOf(diagram: Diagram, ids: ReadonlySet<string>): Diagram {
  const nodes = Object.entries(diagram.nodes).filter(([id]) => ids.has(id));
  const connections = Object.entries(diagram.connections).filter(
    ([, value]) => isDiagramConnection(value) && ids.has(value.sourcePath) && ids.has(value.targetPath),
  );
  return { nodes: Object.fromEntries(nodes), connections: Object.fromEntries(connections) };
}

/** The block from which a picture or an outline of a large bot begins. */
export const startBlock = startPointId;
