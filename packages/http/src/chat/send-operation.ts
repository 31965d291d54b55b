import type { ChannelEngine } from '@botwright/core';
import { jsonReply } from '../exchange/reply/reply.ts';
import { operationDefiner } from '../exchange/token-api/token-operation.ts';
import { inboundSchema, sentSchema, type WireSent } from './chat-schemas.ts';

const defineChatOperation = operationDefiner<ChannelEngine>();

/** @spec AC1, AC2, AC3, AC4, AC6, AC7 */
export const send = defineChatOperation({
  id: 'send',
  method: 'POST',
  path: '/send/{customer_token}/',
  tag: 'Messages',
  summary: 'Push in what a customer said',
  description:
    'The first send makes the customer, and is answered 201. What is answered is stored; a bot works on it after that.',
  body: { schema: inboundSchema, isRequired: true },
  success: {
    status: 200,
    description: 'Stored, of a customer who wrote before.',
    schema: sentSchema,
    otherwise: { status: 201, description: 'Stored, and the customer made.' },
  },
  errors: ['channel_not_found', 'customer_blocked'],
  work: (channel, { params, body }) => channel.send(params.customer_token, body),
  encode({ customer, isNew, messageUuid }) {
    const { number: id, token } = customer;
    const wire: WireSent = { success: true, customer: { id, token }, message: { uuid: messageUuid } };
    return jsonReply(isNew ? 201 : 200, JSON.stringify(wire));
  },
});
