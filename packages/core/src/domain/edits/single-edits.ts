import type { Diagram } from '../diagram/diagram.ts';
import { isJsonObject, ownMember } from '../json/json-value.ts';
import { applyChangeSet } from './apply-change-set.ts';
import type { BlockEdit, BlocksInput } from './change-set.ts';
import type { BlockEditResult, EditContext, EditResult } from './edit-result.ts';
import { withFreePlaces } from './free-places.ts';

/**
 * Adds blocks and connections; all or none. A block without `top` and `left` gets a free position; change sets and
 * operations of drafts put it at 0, 0.
 *
 * @spec ED22, ED37
 */
export function addBlocks(diagram: Diagram, input: BlocksInput, context: EditContext): EditResult {
  const { blocks, connections = [] } = input;
  const changeSet = {
    blocks: { add: withFreePlaces(diagram, blocks, context.catalog) },
    connections: { add: connections },
  };
  return applyChangeSet(diagram, changeSet, context);
}

/**
 * Writes the params, name or position of one block. Refuses an edit that would remove an output with a connection.
 *
 * @spec ED23
 */
export function editBlock(diagram: Diagram, blockId: string, edit: BlockEdit, context: EditContext): BlockEditResult {
  if (!isEditable(diagram, blockId)) return { kind: 'absent' };
  return applyChangeSet(diagram, { blocks: { update: [{ ...edit, id: blockId }] } }, context);
}

/** Whether the block exists and is an object. */
export function isEditable(diagram: Diagram, blockId: string): boolean {
  return isJsonObject(ownMember(diagram.nodes, blockId));
}

/** Deleting a block needs neither the catalog nor linked bots. */
const nothingKnown: EditContext = {
  catalog: { definitions: [], byTemplate: () => undefined, byName: () => undefined, patternOf: () => undefined },
  linkedBots: new Map(),
};

/**
 * Removes one block, with every connection from or to it.
 *
 * @spec ED24
 */
export function deleteBlock(diagram: Diagram, blockId: string): BlockEditResult {
  if (!isDeletable(diagram, blockId)) return { kind: 'absent' };
  return applyChangeSet(diagram, { blocks: { delete: [blockId] } }, nothingKnown);
}

/** Whether the block exists, malformed or not. */
export function isDeletable(diagram: Diagram, blockId: string): boolean {
  return Object.hasOwn(diagram.nodes, blockId);
}
