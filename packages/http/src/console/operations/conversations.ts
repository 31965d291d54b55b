import { inputObject, messagePositionSchema } from '@botwright/core/inputs';
import * as v from 'valibot';
import { optionalBody } from '../../pipeline/body-shape.ts';
import { numberIn } from '../../platform/platform-operation.ts';
import { encodeMessageForPage } from '../../platform/wire/message.ts';
import { type ConsoleOperation, defineConsoleOperation } from '../console-operation.ts';
import { encodeConversation } from '../wire/conversation.ts';
import { dataResponse } from '../wire/data.ts';

/** The engine checks absent members: a chat without a message only begins. */
const chatBody = optionalBody(
  inputObject({
    deployment: v.optional(v.unknown()),
    visitor: v.optional(v.unknown()),
    node: v.optional(v.unknown()),
    message: v.optional(v.unknown()),
  }),
);

/** Conversations, and chats of the console. */
export const conversationOperations: readonly ConsoleOperation[] = [
  /** Begins or continues a conversation with a bot as a visitor. @spec CO8 */
  defineConsoleOperation({
    id: 'sayInChat',
    method: 'POST',
    path: '/bots/{bot_id}/chats',
    tag: 'Conversations',
    summary: 'Begin a conversation as a visitor, or say something in it',
    body: chatBody,
    success: { status: 201, description: 'The customer, and after which message the answers come.' },
    errors: ['bot_not_found', 'channel_not_found', 'customer_blocked'],
    permission: 'edit_bots',
    async work({ conversations }, { params, body, context }) {
      const { visitor = `console-${context.ids.token()}`, message, node, deployment } = body;
      const at = { bot: params.bot_id, deployment, visitor } as never;
      const place =
        message === undefined
          ? await conversations.start({ ...(at as object), node } as never)
          : await conversations.receive({ ...(at as object), message } as never);
      return { place, visitor };
    },
    encode: ({ place: { customer, after }, visitor }) => dataResponse(201, { customer_id: customer, visitor, after }),
  }),

  /** @spec CO8 */
  defineConsoleOperation({
    id: 'readChat',
    method: 'GET',
    path: '/chats/{customer_id}',
    tag: 'Conversations',
    summary: 'Read what was said in a conversation, and where it stands',
    query: inputObject({ after: messagePositionSchema }),
    success: {
      status: 200,
      description: 'The next messages after a position, oldest first: at most 100, and 128 KiB.',
    },
    errors: ['customer_not_found'],
    async work({ conversations }, { params, query: { after } }) {
      const customer = numberIn(params.customer_id);
      const messages = await conversations.nextMessages(customer, after);
      return { messages, status: await conversations.status(customer), after };
    },
    encode: ({ messages, status, after }) =>
      dataResponse(200, {
        messages: messages.map(encodeMessageForPage),
        conversation: encodeConversation(status),
        after: messages.at(-1)?.seq ?? after,
      }),
  }),

  /** @spec CO7 */
  defineConsoleOperation({
    id: 'getConversation',
    method: 'GET',
    path: '/conversations/{customer_id}',
    tag: 'Conversations',
    summary: 'Read where a conversation stands',
    success: { status: 200, description: 'Its bot, its block and its Fields.' },
    errors: ['customer_not_found'],
    work: ({ conversations }, { params }) => conversations.status(numberIn(params.customer_id)),
    encode: (status) => dataResponse(200, encodeConversation(status)),
  }),
];
