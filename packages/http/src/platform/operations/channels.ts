import { channelListSchema, offsetSchema } from '@botwright/core/inputs';
import { sliceOf } from '@botwright/core/paging';
import { engineQuery } from '../../request/query.ts';
import { readInput } from '../../request/read-input.ts';
import { noContent } from '../../response/response.ts';
import { hookCreationBody, hookEditBody } from '../inputs.ts';
import { definePlatformOperation, numberIn, type PlatformOperation } from '../platform-operation.ts';
import { channelSchema, encodeChannel, encodeHook, hookSchema, templateSchema } from '../wire/channel.ts';
import { listResponse, listUnder, oneResponse, oneUnder } from '../wire/envelope.ts';

const ofChannel = { path: '/channels/{channel_id}/message_hooks/', tag: 'Message hooks' } as const;
const ofHook = { path: '/channels/{channel_id}/message_hooks/{hook_id}/', tag: 'Message hooks' } as const;

/** Channels and their message hooks. */
export const channelOperations: readonly PlatformOperation[] = [
  /** @spec PL4, PL9, PL10, PL11 */
  definePlatformOperation({
    id: 'listChannels',
    method: 'GET',
    path: '/channels/',
    tag: 'Channels',
    summary: 'List channels',
    query: engineQuery(channelListSchema),
    success: { status: 200, description: 'Channels by ascending id.', schema: listUnder('channels', channelSchema) },
    errors: [],
    work: ({ channels }, { query }) => channels.list(query),
    encode: (slice) => listResponse('channels', slice, encodeChannel),
  }),

  /** @spec PL4, PL24 */
  definePlatformOperation({
    id: 'listTemplates',
    method: 'GET',
    path: '/channels/msgapp/templates/',
    tag: 'Channels',
    summary: 'List the message templates of msgapp channels',
    query: engineQuery(offsetSchema),
    success: { status: 200, description: 'The templates.', schema: listUnder('templates', templateSchema) },
    errors: [],
    work: async (_handles, { query, context }) => sliceOf(context.templates, readInput(offsetSchema, query)),
    encode: (slice) => listResponse('templates', slice, (template) => template),
  }),

  /** @spec PL10 */
  definePlatformOperation({
    id: 'getChannel',
    method: 'GET',
    path: '/channels/{channel_id}/',
    tag: 'Channels',
    summary: 'Read a channel',
    isDecidedHere: true,
    success: { status: 200, description: 'The channel.', schema: oneUnder('channel', channelSchema) },
    errors: ['channel_not_found'],
    work: ({ channels }, { params }) => channels.get(numberIn(params.channel_id)),
    encode: (channel) => oneResponse(200, 'channel', encodeChannel(channel)),
  }),

  /** @spec PL4, PL9, PL20 */
  definePlatformOperation({
    ...ofChannel,
    id: 'listMessageHooks',
    method: 'GET',
    summary: 'List the message hooks of a channel',
    query: engineQuery(offsetSchema),
    success: { status: 200, description: 'Hooks by ascending id.', schema: listUnder('hooks', hookSchema) },
    errors: ['channel_not_found'],
    work: ({ hooks }, { params, query }) => hooks.list(numberIn(params.channel_id), query),
    encode: (slice) => listResponse('hooks', slice, encodeHook),
  }),

  /** @spec PL6, PL21 */
  definePlatformOperation({
    ...ofChannel,
    id: 'createMessageHook',
    method: 'POST',
    summary: 'Make a message hook',
    description: 'Works on any channel. From then on the hook is sent every message of the channel.',
    body: hookCreationBody,
    success: { status: 201, description: 'The new hook.', schema: oneUnder('hook', hookSchema) },
    errors: ['channel_not_found', 'plan_required'],
    work: ({ hooks }, { params, body }) => hooks.create(numberIn(params.channel_id), body),
    encode: (hook) => oneResponse(201, 'hook', encodeHook(hook)),
  }),

  /** @spec PL20 */
  definePlatformOperation({
    ...ofHook,
    id: 'getMessageHook',
    method: 'GET',
    summary: 'Read a message hook',
    isDecidedHere: true,
    success: { status: 200, description: 'The hook.', schema: oneUnder('hook', hookSchema) },
    errors: ['channel_not_found', 'hook_not_found'],
    work: ({ hooks }, { params }) => hooks.get(numberIn(params.channel_id), numberIn(params.hook_id)),
    encode: (hook) => oneResponse(200, 'hook', encodeHook(hook)),
  }),

  /** @spec PL6, PL22 */
  definePlatformOperation({
    ...ofHook,
    id: 'updateMessageHook',
    method: 'PATCH',
    summary: 'Give a message hook another token, url, name or order',
    body: hookEditBody,
    success: { status: 200, description: 'The hook after the change.', schema: oneUnder('hook', hookSchema) },
    errors: ['channel_not_found', 'hook_not_found', 'plan_required'],
    work: ({ hooks }, { params, body }) => hooks.update(numberIn(params.channel_id), numberIn(params.hook_id), body),
    encode: (hook) => oneResponse(200, 'hook', encodeHook(hook)),
  }),

  /** @spec PL7, PL23 */
  definePlatformOperation({
    ...ofHook,
    id: 'deleteMessageHook',
    method: 'DELETE',
    summary: 'Delete a message hook',
    isDecidedHere: true,
    success: { status: 204, description: 'Deleted; what it has not been sent yet it never is.' },
    errors: ['channel_not_found', 'hook_not_found'],
    work: ({ hooks }, { params }) => hooks.delete(numberIn(params.channel_id), numberIn(params.hook_id)),
    encode: () => noContent,
  }),
];
