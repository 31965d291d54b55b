import type { MessageHooks } from '@botwright/core';
import { noContent } from '../../exchange/reply/reply.ts';
import { replyList, replyOne } from '../codecs/envelope-codec.ts';
import { encodeHook } from '../codecs/hook-codec.ts';
import { listUnder, oneUnder, sliceQuery } from '../schemas/envelope.ts';
import { hookCreationSchema, hookEditSchema, hookSchema } from '../schemas/hook-schema.ts';
import { definePlatformOperation, numberIn } from './define-platform-operation.ts';

const ofChannel = { path: '/channels/{channel_id}/message_hooks/', tag: 'Message hooks' } as const;
const ofHook = { path: '/channels/{channel_id}/message_hooks/{hook_id}/', tag: 'Message hooks' } as const;

/** @spec PL4, PL9, PL20 */
export const listHooks = definePlatformOperation({
  ...ofChannel,
  id: 'listMessageHooks',
  method: 'GET',
  summary: 'List the message hooks of a channel',
  query: sliceQuery,
  success: { status: 200, description: 'Hooks by ascending id.', schema: listUnder('hooks', hookSchema) },
  errors: ['channel_not_found'],
  work: ({ hooks }, { params, query }) => hooks.list(numberIn(params.channel_id), query),
  encode: (slice) => replyList('hooks', slice, encodeHook),
});

/** @spec PL6, PL21 */
export const createHook = definePlatformOperation({
  ...ofChannel,
  id: 'createMessageHook',
  method: 'POST',
  summary: 'Make a message hook',
  description: 'Works on any channel. From then on the hook is sent every message of the channel.',
  body: { schema: hookCreationSchema, isRequired: true },
  success: { status: 201, description: 'The new hook.', schema: oneUnder('hook', hookSchema) },
  errors: ['channel_not_found', 'plan_required'],
  work: ({ hooks }, { params, body }) =>
    // The engine judges it.
    hooks.create(numberIn(params.channel_id), body as Parameters<MessageHooks['create']>[1]),
  encode: (hook) => replyOne(201, 'hook', encodeHook(hook)),
});

/** @spec PL20 */
export const getHook = definePlatformOperation({
  ...ofHook,
  id: 'getMessageHook',
  method: 'GET',
  summary: 'Read a message hook',
  isDecidedHere: true,
  success: { status: 200, description: 'The hook.', schema: oneUnder('hook', hookSchema) },
  errors: ['channel_not_found', 'hook_not_found'],
  work: ({ hooks }, { params }) => hooks.get(numberIn(params.channel_id), numberIn(params.hook_id)),
  encode: (hook) => replyOne(200, 'hook', encodeHook(hook)),
});

/** @spec PL6, PL22 */
export const updateHook = definePlatformOperation({
  ...ofHook,
  id: 'updateMessageHook',
  method: 'PATCH',
  summary: 'Give a message hook another token, url or name',
  body: { schema: hookEditSchema, isRequired: true },
  success: { status: 200, description: 'The hook after the change.', schema: oneUnder('hook', hookSchema) },
  errors: ['channel_not_found', 'hook_not_found', 'plan_required'],
  work: ({ hooks }, { params, body }) =>
    hooks.update(
      numberIn(params.channel_id),
      numberIn(params.hook_id),
      // The engine judges it.
      body as Parameters<MessageHooks['update']>[2],
    ),
  encode: (hook) => replyOne(200, 'hook', encodeHook(hook)),
});

/** @spec PL7, PL23 */
export const deleteHook = definePlatformOperation({
  ...ofHook,
  id: 'deleteMessageHook',
  method: 'DELETE',
  summary: 'Delete a message hook',
  isDecidedHere: true,
  success: { status: 204, description: 'Deleted; what it has not been sent yet it never is.' },
  errors: ['channel_not_found', 'hook_not_found'],
  work: ({ hooks }, { params }) => hooks.delete(numberIn(params.channel_id), numberIn(params.hook_id)),
  encode: () => noContent,
});
