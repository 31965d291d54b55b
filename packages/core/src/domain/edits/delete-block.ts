import type { Diagram } from '../diagram/diagram.ts';
import { applyChangeSet } from './apply-change-set.ts';
import type { BlockEditResult, EditContext } from './edit-result.ts';

/** Deleting asks nothing of the catalog. */
const nothingKnown: EditContext = {
  catalog: { definitions: [], byTemplate: () => undefined, byName: () => undefined, patternOf: () => undefined },
  linkedBots: new Map(),
};

/**
 * Takes one block away, with every connection that leaves it or ends at it.
 *
 * @spec ED24
 */
export function deleteBlock(diagram: Diagram, blockId: string): BlockEditResult {
  if (!isDeletable(diagram, blockId)) return { kind: 'absent' };
  return applyChangeSet(diagram, { blocks: { delete: [blockId] } }, nothingKnown);
}

/** Whether the block is there, whatever it is. */
export function isDeletable(diagram: Diagram, blockId: string): boolean {
  return Object.hasOwn(diagram.nodes, blockId);
}
