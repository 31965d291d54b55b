import { changeSetSchema } from '@botwright/core';
import type { ChangeSet } from '@botwright/core/diagram';
import { jsonReply } from '../../exchange/reply/reply.ts';
import { encodeRevisions } from '../codecs/draft-codec.ts';
import { draftSchema, editedDraftSchema, revisionSchema, writtenDraftSchema } from '../schemas/draft-schema.ts';
import { listOf, oneOf, pageQuery } from '../schemas/page-schema.ts';
import { engineBody } from './body-shape.ts';
import { defineOperation } from './define-operation.ts';
import { diagramBody } from './diagram-body.ts';
import { draftHeaders, draftReply, draftWriteErrors } from './draft-reply.ts';
import { toPageRequest } from './to-page-request.ts';

/** @spec AP17 */
export const getDraft = defineOperation({
  id: 'getDraft',
  method: 'GET',
  path: '/bots/{bot_id}/draft',
  tag: 'Drafts',
  summary: 'Read the draft',
  permission: 'view_bots',
  success: { status: 200, description: 'The draft.', schema: oneOf(draftSchema), headers: draftHeaders },
  errors: ['channel_family_unreadable'],
  work: (engine, { params }) => engine.drafts.get(params.bot_id),
  encode: draftReply,
});

/** @spec AP18, AP20 */
export const putDraft = defineOperation({
  id: 'putDraft',
  method: 'PUT',
  path: '/bots/{bot_id}/draft',
  tag: 'Drafts',
  summary: 'Replace the whole diagram',
  description: 'Stored as sent, broken rules and all; what breaks them is reported.',
  permission: 'edit_bots',
  body: diagramBody,
  isConditional: true,
  canBeMinimal: true,
  success: {
    status: 200,
    description: 'The stored draft.',
    schema: oneOf(writtenDraftSchema),
    headers: draftHeaders,
  },
  errors: ['linked_bot_not_found', ...draftWriteErrors],
  work: (engine, { params, body, bodyBytes, condition }) =>
    engine.drafts.replace(params.bot_id, body, { ...condition, handedOverBytes: bodyBytes }),
  encode: draftReply,
});

/** @spec AP21 */
export const patchDraft = defineOperation({
  id: 'patchDraft',
  method: 'PATCH',
  path: '/bots/{bot_id}/draft',
  tag: 'Drafts',
  summary: 'Apply a change set',
  description: 'Describes the result, not the steps. All of it is applied or nothing, and every problem is answered.',
  permission: 'edit_bots',
  body: engineBody<ChangeSet>(changeSetSchema),
  isConditional: true,
  canBeMinimal: true,
  success: {
    status: 200,
    description: 'The draft after the set.',
    schema: oneOf(editedDraftSchema),
    headers: draftHeaders,
  },
  errors: ['change_set_refused', 'linked_bot_not_found', ...draftWriteErrors],
  work: (engine, { params, body, condition }) => engine.drafts.applyChangeSet(params.bot_id, body, condition),
  encode: draftReply,
});

/** @spec AP22 */
export const discardDraft = defineOperation({
  id: 'discardDraft',
  method: 'DELETE',
  path: '/bots/{bot_id}/draft',
  tag: 'Drafts',
  summary: 'Go back to the live version',
  permission: 'edit_bots',
  needs: 'discardDraft',
  isConditional: true,
  canBeMinimal: true,
  success: {
    status: 200,
    description: 'The draft, which holds the live version.',
    schema: oneOf(writtenDraftSchema),
    headers: draftHeaders,
  },
  errors: ['bot_never_published', 'version_of_an_unsupported_builder', ...draftWriteErrors],
  work: (engine, { params, condition }) => engine.drafts.discard(params.bot_id, condition),
  encode: draftReply,
});

/** @spec AP23 */
export const listRevisions = defineOperation({
  id: 'listRevisions',
  method: 'GET',
  path: '/bots/{bot_id}/draft/revisions',
  tag: 'Drafts',
  summary: 'List past states of the draft',
  permission: 'view_bots',
  needs: 'draftRevisions',
  query: pageQuery,
  success: { status: 200, description: 'One page of past states, newest first.', schema: listOf(revisionSchema) },
  errors: [],
  work: (engine, { params, query }) => engine.drafts.revisions(params.bot_id, toPageRequest(query)),
  encode: (page) => jsonReply(200, encodeRevisions(page)),
});
