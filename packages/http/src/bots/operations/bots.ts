import { type Bot, EngineError } from '@botwright/core';
import * as v from 'valibot';
import { jsonReply, noContent } from '../../exchange/reply/reply.ts';
import { shown } from '../../schemas/marks.ts';
import { safeInteger } from '../../schemas/scalars.ts';
import { plainText } from '../../schemas/text.ts';
import { encodeBot, encodeOneBot } from '../codecs/bot-codec.ts';
import { encodePage } from '../codecs/page-codec.ts';
import { botSchema, botState, botUpdateSchema } from '../schemas/bot-schema.ts';
import { listOf, oneOf, pageQuery } from '../schemas/page-schema.ts';
import { changesBody } from './body-shape.ts';
import { creationBody, isDuplication } from './creation-body.ts';
import { defineOperation } from './define-operation.ts';

/** @spec AP6 */
export const listBots = defineOperation({
  id: 'listBots',
  method: 'GET',
  path: '/bots',
  tag: 'Bots',
  summary: 'List bots',
  permission: 'view_bots',
  query: {
    state: { kind: 'string', schema: shown(botState, 'trashed lists the trash; default active.') },
    workspace: { kind: 'integer', schema: shown(safeInteger, 'Only bots of this workspace.') },
    search: { kind: 'string', schema: shown(plainText, 'Finds it in the name, whatever the case.') },
    channel_family: { kind: 'string', schema: shown(plainText, 'Only bots of this family.') },
    order: {
      kind: 'string',
      schema: shown(v.picklist(['-created_at', 'name']), 'Default: newest publication first, unpublished last.'),
    },
    ...pageQuery,
  },
  success: { status: 200, description: 'One page of bots.', schema: listOf(botSchema) },
  errors: [],
  work: (engine, { query: { page_size: pageSize, channel_family: channelFamily, ...rest } }) =>
    engine.bots.list({
      ...rest,
      ...(pageSize !== undefined && { pageSize }),
      ...(channelFamily !== undefined && { channelFamily }),
    }),
  encode: (page) => jsonReply(200, encodePage(page, encodeBot)),
});

/** @spec AP7, AP8, AP9, AP10, HT9 */
export const createBot = defineOperation({
  id: 'createBot',
  method: 'POST',
  path: '/bots',
  tag: 'Bots',
  summary: 'Create a bot',
  description:
    'Without a diagram the draft holds the start point only. With one the bot can be talked to on its test channel at once. A refused creation leaves nothing.',
  permission: 'edit_bots',
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
  work: async (engine, { body, bodyBytes, surroundings }): Promise<Bot> => {
    if (!isDuplication(body)) {
      const { channel_family: channelFamily, ...rest } = body;
      return engine.bots.create({ ...rest, channelFamily }, { handedOverBytes: bodyBytes });
    }
    if (body.diagram !== undefined) throw new EngineError('diagram_with_source');
    if (!surroundings.extensions.duplicateBot) throw new EngineError('source_not_implemented');
    if (body.channel_family !== undefined) throw new EngineError('field_not_described', { field: 'channel_family' });
    const { source, name, workspace } = body;
    return engine.bots.duplicate({
      botId: source,
      ...(name !== undefined && { name }),
      ...(workspace !== undefined && { workspace }),
    });
  },
  encode: (bot, { surroundings }) =>
    jsonReply(201, encodeOneBot(bot), { location: `${surroundings.publicUrl}/bots/${bot.id}` }),
});

/** @spec AP11, AP16 */
export const getBot = defineOperation({
  id: 'getBot',
  method: 'GET',
  path: '/bots/{bot_id}',
  tag: 'Bots',
  summary: 'Read a bot',
  permission: 'view_bots',
  success: { status: 200, description: 'The bot, without its diagram.', schema: oneOf(botSchema) },
  errors: ['channel_family_unreadable'],
  work: (engine, { params }) => engine.bots.get(params.bot_id),
  encode: (bot, { surroundings }) => surroundings.botReplies.replyTo(bot),
});

/** @spec AP12, AP15 */
export const updateBot = defineOperation({
  id: 'updateBot',
  method: 'PATCH',
  path: '/bots/{bot_id}',
  tag: 'Bots',
  summary: 'Rename a bot, take it out of the trash, or both',
  permission: 'edit_bots',
  body: changesBody(botUpdateSchema),
  success: { status: 200, description: 'The bot after the change.', schema: oneOf(botSchema) },
  errors: ['bot_name_not_accepted', 'unsupported_builder'],
  work: (engine, { params, body }) => engine.bots.update(params.bot_id, body),
  encode: (bot) => jsonReply(200, encodeOneBot(bot)),
});

/** @spec AP13 */
export const deleteBot = defineOperation({
  id: 'deleteBot',
  method: 'DELETE',
  path: '/bots/{bot_id}',
  tag: 'Bots',
  summary: 'Move a bot to the trash, or destroy it for good from there',
  permission: 'edit_bots',
  query: {
    permanent: {
      kind: 'boolean',
      schema: shown(v.boolean(), 'Destroys a bot that is in the trash; default false.'),
    },
  },
  success: { status: 204, description: 'Done.' },
  errors: ['bot_is_not_in_the_trash', 'unsupported_builder'],
  work: (engine, { params, query }) =>
    query.permanent === true ? engine.bots.destroy(params.bot_id) : engine.bots.trash(params.bot_id),
  encode: () => noContent,
});
