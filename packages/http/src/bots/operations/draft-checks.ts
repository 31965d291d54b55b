import { jsonReply } from '../../exchange/reply/reply.ts';
import { encodeCheck } from '../codecs/draft-codec.ts';
import { validationSchema, writtenDraftSchema } from '../schemas/draft-schema.ts';
import { oneOf } from '../schemas/page-schema.ts';
import { defineOperation } from './define-operation.ts';
import { optionalDiagramBody } from './diagram-body.ts';
import { draftHeaders, draftReply } from './draft-reply.ts';

/** @spec AP28 */
export const validateDraft = defineOperation({
  id: 'validateDraft',
  method: 'POST',
  path: '/bots/{bot_id}/draft/validate',
  tag: 'Drafts',
  summary: 'Check a diagram, or the stored draft, and write nothing',
  isDecidedHere: true,
  permission: 'view_bots',
  body: optionalDiagramBody,
  success: { status: 200, description: 'What breaks the rules.', schema: oneOf(validationSchema) },
  errors: ['channel_family_unreadable', 'dependency_failed'],
  work: (engine, { params, body, bodyBytes }) =>
    engine.drafts.validate(params.bot_id, body, { handedOverBytes: bodyBytes }),
  encode: (result) => jsonReply(200, encodeCheck(result)),
});

/** @spec AP27 */
export const deployTest = defineOperation({
  id: 'deployTest',
  method: 'PUT',
  path: '/bots/{bot_id}/test',
  tag: 'Drafts',
  summary: 'Put the draft on the test channel',
  description: 'Any violation stops it, warnings included.',
  permission: 'edit_bots',
  isConditional: true,
  canBeMinimal: true,
  success: {
    status: 200,
    description: 'The draft, which is on the test channel.',
    schema: oneOf(writtenDraftSchema),
    headers: draftHeaders,
  },
  errors: ['draft_has_violations', 'unsupported_builder', 'channel_family_unreadable', 'dependency_failed'],
  work: (engine, { params, condition }) => engine.drafts.deployTest(params.bot_id, condition),
  encode: draftReply,
});
