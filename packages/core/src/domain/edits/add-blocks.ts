import type { Diagram } from '../diagram/diagram.ts';
import { applyChangeSet } from './apply-change-set.ts';
import type { BlocksInput } from './change-set.ts';
import type { EditContext, EditResult } from './edit-result.ts';

/**
 * Adds blocks and connections; all of them or none.
 *
 * @spec ED22
 */
export function addBlocks(diagram: Diagram, input: BlocksInput, context: EditContext): EditResult {
  const { blocks, connections = [] } = input;
  return applyChangeSet(diagram, { blocks: { add: blocks }, connections: { add: connections } }, context);
}
