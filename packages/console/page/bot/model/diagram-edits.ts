import {
  applyChangeSet,
  type ChangeSet,
  type Diagram,
  type EditContext,
  isDiagramConnection,
  isNode,
  type JsonObject,
  type JsonValue,
  outputsOf,
  selectVariant,
  startPointId,
} from '@botwright/core/diagram';
import type { Point } from './viewport.ts';

/** An output of a block. */
export interface OutputEnd {
  readonly block: string;
  readonly output: string;
}

/** The diagram after an edit, or the reason that the edit is impossible. @spec CO48 */
export type EditOutcome =
  | { readonly ok: true; readonly diagram: Diagram }
  | { readonly ok: false; readonly problem: string };

function apply(diagram: Diagram, changeSet: ChangeSet, context: EditContext): EditOutcome {
  const result = applyChangeSet(diagram, changeSet, context);
  if (result.kind === 'applied') return { ok: true, diagram: result.diagram };
  return { ok: false, problem: result.violations.map(({ message }) => message).join(' ') };
}

/** The first of `n1`, `n2`, … that no block has. */
export function freeBlockId({ nodes }: Diagram): string {
  for (let number = 1; ; number += 1) {
    if (!Object.hasOwn(nodes, `n${number}`)) return `n${number}`;
  }
}

/**
 * The id of a new block: the greeting's, while the diagram has no greeting and no block leads to the new one.
 *
 * @param from - Id of the block whose output leads to it.
 * @spec CO46
 */
export function newBlockId(diagram: Diagram, greetingSlot: string, from?: string): string {
  const isFirst = from === undefined || from === startPointId;
  return isFirst && !Object.hasOwn(diagram.nodes, greetingSlot) ? greetingSlot : freeBlockId(diagram);
}

export interface NewBlock {
  readonly id: string;
  /** Semantic name of its kind. */
  readonly type: string;
  readonly place: Point;
  readonly params?: JsonObject;
  /** The output that leads to it. */
  readonly from?: OutputEnd;
}

/** Adds a block. Removes the previous connection of the output. */
export function withBlock(
  diagram: Diagram,
  { id, type, place, params = {}, from }: NewBlock,
  context: EditContext,
): EditOutcome {
  const block = { id, type, params, top: Math.round(place.y), left: Math.round(place.x) };
  const connections = from && replacedConnection(from.block, from.output, id);
  return apply(diagram, { blocks: { add: [block] }, ...(connections && { connections }) }, context);
}

/** Connects an output with a block, and removes its previous connection. */
export function withConnection(diagram: Diagram, from: OutputEnd, to: string, context: EditContext): EditOutcome {
  return apply(diagram, { connections: replacedConnection(from.block, from.output, to) }, context);
}

export function withoutConnection(diagram: Diagram, from: OutputEnd, context: EditContext): EditOutcome {
  const leaving = { source_path: from.block, type: from.output };
  return apply(diagram, { connections: { delete: [leaving] } }, context);
}

function replacedConnection(
  sourcePath: string,
  type: string,
  targetPath: string,
): NonNullable<ChangeSet['connections']> {
  return { delete: [{ source_path: sourcePath, type }], add: [{ sourcePath, type, targetPath }] };
}

export function withoutBlocks(diagram: Diagram, ids: readonly string[], context: EditContext): EditOutcome {
  return apply(diagram, { blocks: { delete: ids } }, context);
}

export function withName(diagram: Diagram, id: string, name: string, context: EditContext): EditOutcome {
  return apply(diagram, { blocks: { update: [{ id, name }] } }, context);
}

/** Moves blocks. Preserves their other members, also of malformed blocks. */
export function withPlaces(diagram: Diagram, places: ReadonlyMap<string, Point>, context: EditContext): EditOutcome {
  const update = [...places].map(([id, { x, y }]) => ({ id, left: Math.round(x), top: Math.round(y) }));
  return apply(diagram, { blocks: { update } }, context);
}

/**
 * Replaces the params of a block. A connection of a removed output moves to the output now at its position in the list,
 * such as for a button with a changed id; without one, the connection is removed.
 */
export function withParams(diagram: Diagram, id: string, params: JsonObject, context: EditContext): EditOutcome {
  const node = diagram.nodes[id];
  if (node === undefined || !isNode(node)) return { ok: false, problem: 'The block cannot be read.' };
  const before = outputsIn(node.template, node.params, context);
  const after = outputsIn(node.template, params, context);
  const kept = new Set(after);
  const dropped = before.filter((output) => !kept.has(output));
  const added = after.filter((output) => !before.includes(output));
  const isRenamed = before.length === after.length && dropped.length === added.length;
  const leaving = Object.values(diagram.connections).filter(isDiagramConnection);
  const moved = isRenamed
    ? dropped.flatMap((output) => {
        const type = after[before.indexOf(output)] as string;
        const connection = leaving.find((each) => each.sourcePath === id && each.type === output);
        return connection === undefined || kept.has(output) || before.includes(type)
          ? []
          : [{ sourcePath: id, type, targetPath: connection.targetPath }];
      })
    : [];
  return apply(
    diagram,
    {
      blocks: { update: [{ id, params }] },
      connections: { delete: dropped.map((type) => ({ source_path: id, type })), add: moved },
    },
    context,
  );
}

function outputsIn(template: string, params: JsonObject, { catalog }: EditContext): readonly string[] {
  const definition = catalog.byTemplate(template);
  const variant = definition && selectVariant(definition, params);
  return variant === undefined ? [] : outputsOf(variant, params);
}

/** Writes any value as a block. */
export function withNode(diagram: Diagram, id: string, value: JsonValue): Diagram {
  return { ...diagram, nodes: { ...diagram.nodes, [id]: value } };
}
