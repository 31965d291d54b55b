import { blockEditSchema, blocksInputSchema } from '@botwright/core';
import type { BlockEdit, BlocksInput } from '@botwright/core/diagram';
import { editedDraftSchema, writtenDraftSchema } from '../schemas/draft-schema.ts';
import { oneOf } from '../schemas/page-schema.ts';
import { engineBody } from './body-shape.ts';
import { defineOperation } from './define-operation.ts';
import { draftHeaders, draftReply, draftWriteErrors } from './draft-reply.ts';

/** @spec AP24 */
export const addBlocks = defineOperation({
  id: 'addBlocks',
  method: 'POST',
  path: '/bots/{bot_id}/draft/blocks',
  tag: 'Drafts',
  summary: 'Add blocks with their connections',
  description: 'All are added or none. Broken rules are stored and reported; a few problems are refused.',
  permission: 'edit_bots',
  body: engineBody<BlocksInput>(blocksInputSchema),
  isConditional: true,
  canBeMinimal: true,
  canBeRepeated: true,
  success: {
    status: 200,
    description: 'The draft after the change.',
    schema: oneOf(writtenDraftSchema),
    headers: draftHeaders,
  },
  errors: ['blocks_refused', 'linked_bot_not_found', ...draftWriteErrors],
  work: (engine, { params, body, condition }) => engine.drafts.addBlocks(params.bot_id, body, condition),
  encode: draftReply,
});

/** @spec AP25 */
export const editBlock = defineOperation({
  id: 'editBlock',
  method: 'PATCH',
  path: '/bots/{bot_id}/draft/blocks/{block_id}',
  tag: 'Drafts',
  summary: 'Edit one block',
  description: 'Params are replaced whole: one that is left out falls to its default. Left-out members stay.',
  permission: 'edit_bots',
  body: engineBody<BlockEdit>(blockEditSchema),
  isConditional: true,
  canBeMinimal: true,
  success: {
    status: 200,
    description: 'The draft after the change.',
    schema: oneOf(writtenDraftSchema),
    headers: draftHeaders,
  },
  errors: ['block_not_found', 'block_has_connections', 'linked_bot_not_found', ...draftWriteErrors],
  work: (engine, { params, body, condition }) =>
    engine.drafts.editBlock(params.bot_id, params.block_id, body, condition),
  encode: draftReply,
});

/** @spec AP26 */
export const deleteBlock = defineOperation({
  id: 'deleteBlock',
  method: 'DELETE',
  path: '/bots/{bot_id}/draft/blocks/{block_id}',
  tag: 'Drafts',
  summary: 'Delete a block and every connection that touches it',
  permission: 'edit_bots',
  isConditional: true,
  canBeMinimal: true,
  success: {
    status: 200,
    description: 'The draft after the change.',
    schema: oneOf(editedDraftSchema),
    headers: draftHeaders,
  },
  errors: ['block_not_found', ...draftWriteErrors],
  work: (engine, { params, condition }) => engine.drafts.deleteBlock(params.bot_id, params.block_id, condition),
  encode: draftReply,
});
