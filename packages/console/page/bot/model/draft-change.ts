import {
  applyChangeSet,
  type BlockInput,
  type ChangeSet,
  type ConnectionInput,
  type Diagram,
  diffDiagrams,
  type EditContext,
  hasChanges,
  isDiagramConnection,
  isNode,
} from '@botwright/core/diagram';

/** The request that turns the stored draft into this one. */
export type DraftChange =
  | { readonly kind: 'none' }
  | { readonly kind: 'edit'; readonly changeSet: ChangeSet }
  /** No change set can express it: sends the whole diagram. */
  | { readonly kind: 'replace'; readonly diagram: Diagram };

/** Finds the smallest change from `before` to `after`. */
export function draftChange(before: Diagram, after: Diagram, context: EditContext): DraftChange {
  if (before === after || !hasChanges(diffDiagrams(before, after))) return { kind: 'none' };
  const changeSet = changeSetBetween(before, after, context);
  if (changeSet !== undefined) {
    const result = applyChangeSet(before, changeSet, context);
    if (result.kind === 'applied' && !hasChanges(diffDiagrams(result.diagram, after))) {
      return { kind: 'edit', changeSet };
    }
  }
  return { kind: 'replace', diagram: after };
}

/** @returns `undefined` when a change set cannot express a change. */
function changeSetBetween(before: Diagram, after: Diagram, { catalog }: EditContext): ChangeSet | undefined {
  const { blocks, connections, others } = diffDiagrams(before, after);
  if (others.added.length + others.removed.length + others.changed.length + connections.changed.length > 0) {
    return undefined;
  }

  const add: BlockInput[] = [];
  for (const { id, value } of blocks.added) {
    const definition = isNode(value) ? catalog.byTemplate(value.template) : undefined;
    if (!isNode(value) || definition === undefined) return undefined;
    add.push({ id, type: definition.name, params: value.params, ...placeAndName(value, ['name', 'top', 'left']) });
  }
  const update: NonNullable<NonNullable<ChangeSet['blocks']>['update']>[number][] = [];
  for (const { id, after: value, members } of blocks.changed) {
    if (!isNode(value)) return undefined;
    const params = members.includes('params') && { params: value.params };
    update.push({ id, ...params, ...placeAndName(value, members) });
  }
  const addedConnections: ConnectionInput[] = [];
  for (const { value } of connections.added) {
    if (!isDiagramConnection(value)) return undefined;
    const { id, sourcePath, targetPath, type } = value;
    addedConnections.push({ id, sourcePath, targetPath, type });
  }

  const removed = new Set(blocks.removed.map(({ id }) => id));
  const deleted = connections.removed.flatMap(({ id, value }) => {
    // Removing a block also removes its connections.
    const isGone = isDiagramConnection(value) && (removed.has(value.sourcePath) || removed.has(value.targetPath));
    return isGone ? [] : [id];
  });
  return {
    blocks: {
      ...(add.length > 0 && { add }),
      ...(update.length > 0 && { update }),
      ...(removed.size > 0 && { delete: [...removed] }),
    },
    connections: {
      ...(addedConnections.length > 0 && { add: addedConnections }),
      ...(deleted.length > 0 && { delete: deleted }),
    },
  };
}

function placeAndName(
  value: { readonly [member: string]: unknown },
  members: readonly string[],
): { readonly name?: string; readonly top?: number; readonly left?: number } {
  const { name, top, left } = value;
  return {
    ...(members.includes('name') && typeof name === 'string' && { name }),
    ...(members.includes('top') && typeof top === 'number' && { top }),
    ...(members.includes('left') && typeof left === 'number' && { left }),
  };
}
