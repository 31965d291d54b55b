import { type Bot, EngineError } from '@botwright/core';
import { useCasePermissions } from '@botwright/core/front';
import { botListSchema, describedBySpec, inputObject, wireNames } from '@botwright/core/inputs';
import * as v from 'valibot';
import { jsonResponse, noContent } from '../../response/response.ts';
import { type BotsOperation, defineBotsOperation } from '../bots-operation.ts';
import { botUpdateBody, creationBody, feedbackBody, isDuplication, scenariosBody } from '../inputs.ts';
import { botSchema, encodeBot, encodeOneBot } from '../wire/bot.ts';
import { encodeFeedback, feedbackSchema } from '../wire/feedback.ts';
import { encodePage, listOf, oneOf, queriedPage } from '../wire/page.ts';
import { scenariosSchema } from '../wire/scenarios.ts';

/** Bots and their settings. */
export const botOperations: readonly BotsOperation[] = [
  /** @spec AP6 */
  defineBotsOperation({
    id: 'listBots',
    method: 'GET',
    path: '/bots',
    tag: 'Bots',
    summary: 'List bots',
    permission: useCasePermissions.bots.list,
    query: wireNames(inputObject({ ...botListSchema.entries, page: queriedPage })),
    success: { status: 200, description: 'One page of bots.', schema: listOf(botSchema) },
    errors: [],
    work: (engine, { query }) => engine.bots.list(query),
    encode: (page) => jsonResponse(200, encodePage(page, encodeBot)),
  }),

  /** @spec AP7, AP8, AP9, AP10, HT9 */
  defineBotsOperation({
    id: 'createBot',
    method: 'POST',
    path: '/bots',
    tag: 'Bots',
    summary: 'Create a bot',
    description:
      'Without a diagram the draft holds the start point only. With one the test channel of the bot answers immediately. A refused creation leaves nothing.',
    permission: useCasePermissions.bots.create,
    body: creationBody,
    canBeRepeated: true,
    success: {
      status: 201,
      description: 'The new bot.',
      schema: oneOf(botSchema),
      headers: { Location: 'URL of the bot.' },
    },
    errors: [
      'bot_name_not_accepted',
      'channel_family_not_accepted',
      'workspace_not_accepted',
      'workspace_required',
      'diagram_with_source',
      'diagram_has_violations',
      'linked_bot_not_found',
      'source_not_implemented',
      'bot_not_found',
      'unsupported_builder',
      'dependency_failed',
    ],
    work: async (engine, { body, bodyBytes, context }): Promise<Bot> => {
      if (!isDuplication(body)) return engine.bots.create(body, { parsedFromBytes: bodyBytes });
      if (body.diagram !== undefined) throw new EngineError('diagram_with_source');
      if (!context.extensions.duplicateBot) throw new EngineError('source_not_implemented');
      const { source: botId, channelFamily, ...wanted } = body;
      if (channelFamily !== undefined) throw new EngineError('field_not_described', { field: 'channel_family' });
      return engine.bots.duplicate({ botId, ...wanted });
    },
    encode: (bot, { context }) =>
      jsonResponse(201, encodeOneBot(bot), { location: `${context.publicUrl}/bots/${bot.id}` }),
  }),

  /** @spec AP11, AP16 */
  defineBotsOperation({
    id: 'getBot',
    method: 'GET',
    path: '/bots/{bot_id}',
    tag: 'Bots',
    summary: 'Read a bot',
    permission: useCasePermissions.bots.get,
    success: { status: 200, description: 'The bot, without its diagram.', schema: oneOf(botSchema) },
    errors: ['channel_family_unreadable'],
    work: (engine, { params }) => engine.bots.get(params.bot_id),
    encode: (bot, { context }) => context.botResponses.responseTo(bot),
  }),

  /** @spec AP12, AP15 */
  defineBotsOperation({
    id: 'updateBot',
    method: 'PATCH',
    path: '/bots/{bot_id}',
    tag: 'Bots',
    summary: 'Rename a bot, take it out of the trash, or both',
    permission: useCasePermissions.bots.update,
    body: botUpdateBody,
    success: { status: 200, description: 'The bot after the change.', schema: oneOf(botSchema) },
    errors: ['bot_name_not_accepted', 'unsupported_builder'],
    work: (engine, { params, body }) => engine.bots.update(params.bot_id, body),
    encode: (bot) => jsonResponse(200, encodeOneBot(bot)),
  }),

  /** @spec AP13 */
  defineBotsOperation({
    id: 'deleteBot',
    method: 'DELETE',
    path: '/bots/{bot_id}',
    tag: 'Bots',
    summary: 'Move a bot to the trash, or destroy it for good from there',
    permission: useCasePermissions.bots.destroy,
    query: inputObject({
      permanent: v.optional(describedBySpec(v.boolean(), 'Destroys a bot that is in the trash; default false.')),
    }),
    success: { status: 204, description: 'Done.' },
    errors: ['bot_is_not_in_the_trash', 'unsupported_builder'],
    work: (engine, { params, query }) =>
      query.permanent === true ? engine.bots.destroy(params.bot_id) : engine.bots.trash(params.bot_id),
    encode: () => noContent,
  }),

  /** @spec AP14 */
  defineBotsOperation({
    id: 'getFeedback',
    method: 'GET',
    path: '/bots/{bot_id}/feedback',
    tag: 'Bots',
    summary: 'Read the conversation-feedback configuration',
    permission: useCasePermissions.feedback.get,
    success: { status: 200, description: 'The configuration.', schema: oneOf(feedbackSchema) },
    errors: [],
    work: (engine, { params }) => engine.feedback.get(params.bot_id),
    encode: (configuration) => jsonResponse(200, JSON.stringify({ data: encodeFeedback(configuration) })),
  }),

  /** @spec AP14 */
  defineBotsOperation({
    id: 'putFeedback',
    method: 'PUT',
    path: '/bots/{bot_id}/feedback',
    tag: 'Bots',
    summary: 'Replace the conversation-feedback configuration',
    description: 'Reaches conversations that are already running.',
    permission: useCasePermissions.feedback.put,
    body: feedbackBody,
    success: { status: 200, description: 'The configuration after the change.', schema: oneOf(feedbackSchema) },
    errors: ['unsupported_builder'],
    work: (engine, { params, body }) => engine.feedback.put(params.bot_id, body),
    encode: (configuration) => jsonResponse(200, JSON.stringify({ data: encodeFeedback(configuration) })),
  }),

  /** @spec MC3 */
  defineBotsOperation({
    id: 'getScenarios',
    method: 'GET',
    path: '/bots/{bot_id}/scenarios',
    tag: 'Bots',
    summary: 'Read the tests of a bot',
    isDecidedHere: true,
    permission: useCasePermissions.bots.scenarios,
    success: { status: 200, description: 'A file of scenarios; revision 0: none.', schema: oneOf(scenariosSchema) },
    errors: [],
    work: (engine, { params }) => engine.bots.scenarios(params.bot_id),
    encode: (scenarios) => jsonResponse(200, JSON.stringify({ data: scenarios })),
  }),

  /** @spec MC3, MC4 */
  defineBotsOperation({
    id: 'putScenarios',
    method: 'PUT',
    path: '/bots/{bot_id}/scenarios',
    tag: 'Bots',
    summary: 'Replace the tests of a bot',
    isDecidedHere: true,
    permission: useCasePermissions.bots.saveScenarios,
    body: scenariosBody,
    success: { status: 200, description: 'The scenarios after the change.', schema: oneOf(scenariosSchema) },
    errors: ['unsupported_builder', 'draft_changed'],
    work: async (engine, { params, body: { text, revision } }) => ({
      text,
      ...(await engine.bots.saveScenarios(params.bot_id, text, revision)),
    }),
    encode: (scenarios) => jsonResponse(200, JSON.stringify({ data: scenarios })),
  }),
];
