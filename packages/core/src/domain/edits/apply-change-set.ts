import { produce } from 'immer';
import type { Diagram } from '../diagram/diagram.ts';
import { isJsonObject, type JsonObject } from '../json/json-value.ts';
import type { ChangeSet } from './change-set.ts';
import type { EditContext, EditResult } from './edit-result.ts';
import { editedMap } from './edited-map.ts';
import { planBlocks } from './plan-blocks.ts';
import { type ConnectionPlan, planConnections } from './plan-connections.ts';

/**
 * Makes the diagram that a change set describes, or tells every problem that keeps it from being made. The order
 * inside the set means nothing, and the set is taken whole or not at all.
 *
 * @spec ED1, ED2, ED21, ED30, ED33
 * @example
 * const result = applyChangeSet(diagram, { blocks: { delete: ['a'] } }, { catalog, linkedBots: new Map() });
 * if (result.kind === 'applied') save(result.diagram);
 */
export function applyChangeSet(diagram: Diagram, changeSet: ChangeSet, context: EditContext): EditResult {
  const blocks = planBlocks(diagram, changeSet.blocks, context);
  const connections = planConnections(diagram, changeSet.connections, blocks, context);
  const violations = [...blocks.problems, ...connections.problems];
  if (violations.length > 0) return { kind: 'refused', violations };

  const edited = produce(diagram as { nodes: unknown; connections: unknown }, (draft) => {
    draft.nodes = editedMap(diagram.nodes, blocks);
    draft.connections = editedMap(diagram.connections, connections);
  });
  return {
    kind: 'applied',
    diagram: edited as unknown as Diagram,
    removedConnections: removedConnections(diagram, connections),
  };
}

function removedConnections(diagram: Diagram, { removed }: ConnectionPlan): readonly JsonObject[] {
  return [...removed]
    .map((key) => diagram.connections[key])
    .filter((entry) => entry !== undefined && isJsonObject(entry));
}
