import type { Diagram } from '../diagram/diagram.ts';
import { isJsonObject, ownMember } from '../json/json-value.ts';
import { applyChangeSet } from './apply-change-set.ts';
import type { BlockEdit } from './change-set.ts';
import type { BlockEditResult, EditContext } from './edit-result.ts';

/**
 * Writes the params, name or position of one block. Cannot take a connection away: an edit that would drop an
 * output from which one leaves is refused.
 *
 * @spec ED23
 */
export function editBlock(diagram: Diagram, blockId: string, edit: BlockEdit, context: EditContext): BlockEditResult {
  if (!isEditable(diagram, blockId)) return { kind: 'absent' };
  return applyChangeSet(diagram, { blocks: { update: [{ ...edit, id: blockId }] } }, context);
}

/** Whether the block is there, and an object. */
export function isEditable(diagram: Diagram, blockId: string): boolean {
  return isJsonObject(ownMember(diagram.nodes, blockId));
}
