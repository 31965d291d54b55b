import { useCasePermissions } from '@botwright/core/front';
import { describedHere, inputObject, text, wireNames } from '@botwright/core/inputs';
import * as v from 'valibot';
import { jsonResponse } from '../../response/response.ts';
import { type BotsOperation, defineBotsOperation } from '../bots-operation.ts';
import { blockEditBody, blocksBody, changeSetBody, diagramBody, optionalDiagramBody } from '../inputs.ts';
import {
  draftAs,
  draftResponse,
  draftSchema,
  draftWriteErrors,
  editedDraftSchema,
  encodeCheck,
  encodeRevisions,
  revisionSchema,
  validationSchema,
  writtenDraftSchema,
} from '../wire/draft.ts';
import { listOf, oneOf, pageQuery } from '../wire/page.ts';

/** The parameters and responses of every write to a draft. */
const draftWrite = { tag: 'Drafts', isConditional: true, canBeMinimal: true, encode: draftResponse } as const;

const by = v.optional(
  describedHere(text({ max: 100 }), 'The program that writes for the person, such as `mcp:claude`, for the history.'),
);
const writeQuery = inputObject({ by });
const editQuery = wireNames(
  inputObject({ by, dryRun: v.optional(describedHere(v.boolean(), 'Answers like the write, and stores nothing.')) }),
);

/** The draft of a bot. */
export const draftOperations: readonly BotsOperation[] = [
  /** @spec AP17 */
  defineBotsOperation({
    id: 'getDraft',
    method: 'GET',
    path: '/bots/{bot_id}/draft',
    tag: 'Drafts',
    summary: 'Read the draft',
    permission: useCasePermissions.drafts.get,
    success: draftAs(draftSchema, 'The draft.'),
    errors: ['channel_family_unreadable'],
    work: (engine, { params }) => engine.drafts.get(params.bot_id),
    encode: draftResponse,
  }),

  /** @spec AP18, AP20, MC1 */
  defineBotsOperation({
    ...draftWrite,
    id: 'putDraft',
    method: 'PUT',
    path: '/bots/{bot_id}/draft',
    summary: 'Replace the whole diagram',
    description: 'Stored as sent, also with broken rules, which are reported.',
    permission: useCasePermissions.drafts.replace,
    query: writeQuery,
    body: diagramBody,
    success: draftAs(writtenDraftSchema, 'The stored draft.'),
    errors: ['linked_bot_not_found', ...draftWriteErrors],
    work: (engine, { params, query, body, bodyBytes, condition }) =>
      engine.drafts.replace(params.bot_id, body, { ...condition, ...query, parsedFromBytes: bodyBytes }),
  }),

  /** @spec AP21, MC1, MC2 */
  defineBotsOperation({
    ...draftWrite,
    id: 'patchDraft',
    method: 'PATCH',
    path: '/bots/{bot_id}/draft',
    summary: 'Apply a change set',
    description: 'Describes the result, not the steps. All of it is applied or nothing, and every problem is answered.',
    permission: useCasePermissions.drafts.applyChangeSet,
    query: editQuery,
    body: changeSetBody,
    success: draftAs(editedDraftSchema, 'The draft after the set.'),
    errors: ['change_set_refused', 'linked_bot_not_found', ...draftWriteErrors],
    work: (engine, { params, query, body, condition }) =>
      engine.drafts.applyChangeSet(params.bot_id, body, { ...condition, ...query }),
  }),

  /** @spec AP22 */
  defineBotsOperation({
    ...draftWrite,
    id: 'discardDraft',
    method: 'DELETE',
    path: '/bots/{bot_id}/draft',
    summary: 'Go back to the live version',
    permission: useCasePermissions.drafts.discard,
    needs: 'discardDraft',
    success: draftAs(writtenDraftSchema, 'The draft, which holds the live version.'),
    errors: ['bot_never_published', 'version_of_an_unsupported_builder', ...draftWriteErrors],
    work: (engine, { params, condition }) => engine.drafts.discard(params.bot_id, condition),
  }),

  /** @spec AP23 */
  defineBotsOperation({
    id: 'listRevisions',
    method: 'GET',
    path: '/bots/{bot_id}/draft/revisions',
    tag: 'Drafts',
    summary: 'List past states of the draft',
    permission: useCasePermissions.drafts.revisions,
    needs: 'draftRevisions',
    query: pageQuery,
    success: { status: 200, description: 'One page of past states, newest first.', schema: listOf(revisionSchema) },
    errors: [],
    work: (engine, { params, query }) => engine.drafts.revisions(params.bot_id, query),
    encode: (page) => jsonResponse(200, encodeRevisions(page)),
  }),

  /** @spec AP24 */
  defineBotsOperation({
    ...draftWrite,
    id: 'addBlocks',
    method: 'POST',
    path: '/bots/{bot_id}/draft/blocks',
    summary: 'Add blocks with their connections',
    description: 'All are added or none. Broken rules are stored and reported; a few problems are refused.',
    permission: useCasePermissions.drafts.addBlocks,
    body: blocksBody,
    canBeRepeated: true,
    success: draftAs(writtenDraftSchema, 'The draft after the change.'),
    errors: ['blocks_refused', 'linked_bot_not_found', ...draftWriteErrors],
    work: (engine, { params, body, condition }) => engine.drafts.addBlocks(params.bot_id, body, condition),
  }),

  /** @spec AP25 */
  defineBotsOperation({
    ...draftWrite,
    id: 'editBlock',
    method: 'PATCH',
    path: '/bots/{bot_id}/draft/blocks/{block_id}',
    summary: 'Edit one block',
    description: 'Params are replaced whole: one that is left out falls to its default. Left-out members stay.',
    permission: useCasePermissions.drafts.editBlock,
    body: blockEditBody,
    success: draftAs(writtenDraftSchema, 'The draft after the change.'),
    errors: ['block_not_found', 'block_has_connections', 'linked_bot_not_found', ...draftWriteErrors],
    work: (engine, { params, body, condition }) =>
      engine.drafts.editBlock(params.bot_id, params.block_id, body, condition),
  }),

  /** @spec AP26 */
  defineBotsOperation({
    ...draftWrite,
    id: 'deleteBlock',
    method: 'DELETE',
    path: '/bots/{bot_id}/draft/blocks/{block_id}',
    summary: 'Delete a block and every connection that touches it',
    permission: useCasePermissions.drafts.deleteBlock,
    success: draftAs(editedDraftSchema, 'The draft after the change.'),
    errors: ['block_not_found', ...draftWriteErrors],
    work: (engine, { params, condition }) => engine.drafts.deleteBlock(params.bot_id, params.block_id, condition),
  }),

  /** @spec AP28 */
  defineBotsOperation({
    id: 'validateDraft',
    method: 'POST',
    path: '/bots/{bot_id}/draft/validate',
    tag: 'Drafts',
    summary: 'Check a diagram, or the stored draft, and write nothing',
    isDecidedHere: true,
    permission: useCasePermissions.drafts.validate,
    body: optionalDiagramBody,
    success: { status: 200, description: 'What breaks the rules.', schema: oneOf(validationSchema) },
    errors: ['channel_family_unreadable', 'dependency_failed'],
    work: (engine, { params, body, bodyBytes }) =>
      engine.drafts.validate(params.bot_id, body, { parsedFromBytes: bodyBytes }),
    encode: (result) => jsonResponse(200, encodeCheck(result)),
  }),

  /** @spec AP27 */
  defineBotsOperation({
    ...draftWrite,
    id: 'deployTest',
    method: 'PUT',
    path: '/bots/{bot_id}/test',
    summary: 'Put the draft on the test channel',
    description: 'Any violation stops it, warnings included.',
    permission: useCasePermissions.drafts.deployTest,
    success: draftAs(writtenDraftSchema, 'The draft, which is on the test channel.'),
    errors: ['draft_has_violations', 'unsupported_builder', 'channel_family_unreadable', 'dependency_failed'],
    work: (engine, { params, condition }) => engine.drafts.deployTest(params.bot_id, condition),
  }),
];
