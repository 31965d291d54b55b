import { jsonReply } from '../../exchange/reply/reply.ts';
import { decodeFeedback, encodeFeedback } from '../codecs/feedback-codec.ts';
import { feedbackInputSchema, feedbackSchema } from '../schemas/feedback-schema.ts';
import { oneOf } from '../schemas/page-schema.ts';
import { requiredBody } from './body-shape.ts';
import { defineOperation } from './define-operation.ts';

/** @spec AP14 */
export const getFeedback = defineOperation({
  id: 'getFeedback',
  method: 'GET',
  path: '/bots/{bot_id}/feedback',
  tag: 'Bots',
  summary: 'Read the conversation-feedback configuration',
  permission: 'view_bots',
  success: { status: 200, description: 'The configuration.', schema: oneOf(feedbackSchema) },
  errors: [],
  work: (engine, { params }) => engine.feedback.get(params.bot_id),
  encode: (configuration) => jsonReply(200, JSON.stringify({ data: encodeFeedback(configuration) })),
});

/** @spec AP14 */
export const putFeedback = defineOperation({
  id: 'putFeedback',
  method: 'PUT',
  path: '/bots/{bot_id}/feedback',
  tag: 'Bots',
  summary: 'Replace the conversation-feedback configuration',
  description: 'Reaches conversations that are already running.',
  permission: 'edit_bots',
  body: requiredBody(feedbackInputSchema),
  success: { status: 200, description: 'The configuration after the change.', schema: oneOf(feedbackSchema) },
  errors: ['unsupported_builder'],
  work: (engine, { params, body }) => engine.feedback.put(params.bot_id, decodeFeedback(body)),
  encode: (configuration) => jsonReply(200, JSON.stringify({ data: encodeFeedback(configuration) })),
});
