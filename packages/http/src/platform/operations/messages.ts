import type { AgentSend } from '@botwright/core';
import type * as v from 'valibot';
import type { TokenOperation } from '../../exchange/token-api/token-operation.ts';
import { replyDone, replyList } from '../codecs/envelope-codec.ts';
import { encodeMessage } from '../codecs/message-codec.ts';
import type { PlatformHandles } from '../platform-api-options.ts';
import { done, listUnder, sliceQuery } from '../schemas/envelope.ts';
import { messageSchema, sendImageSchema, sendLocationSchema, sendTextSchema } from '../schemas/message-schema.ts';
import { definePlatformOperation, numberIn } from './define-platform-operation.ts';

export const sendText = sendOperation('text', 'Send a text to a customer', sendTextSchema);
export const sendImage = sendOperation('image', 'Send an image to a customer', sendImageSchema);
export const sendLocation = sendOperation('location', 'Send a location to a customer', sendLocationSchema);

/** @spec PL4, PL19 */
export const listMessages = definePlatformOperation({
  id: 'listMessages',
  method: 'GET',
  path: '/customers/{customer_id}/messages/',
  tag: 'Messages',
  summary: 'List the messages of a customer',
  isDecidedHere: true,
  query: sliceQuery,
  success: { status: 200, description: 'Messages, newest first.', schema: listUnder('messages', messageSchema) },
  errors: ['customer_not_found'],
  work: ({ messages }, { params, query }) => messages.list(numberIn(params.customer_id), query),
  encode: (slice) => replyList('messages', slice, encodeMessage),
});

/** @spec PL18 */
function sendOperation(kind: AgentSend, summary: string, schema: v.GenericSchema): TokenOperation<PlatformHandles> {
  return definePlatformOperation({
    id: `send_${kind}`,
    method: 'POST',
    path: `/customers/{customer_id}/send_${kind}/`,
    tag: 'Messages',
    summary,
    isDecidedHere: true,
    body: { schema, isRequired: true },
    success: { status: 200, description: 'It is stored, and on its way.', schema: done },
    errors: ['customer_not_found', 'customer_blocked'],
    work: ({ messages }, { params, body }) => messages.send(numberIn(params.customer_id), kind, body),
    encode: () => replyDone,
  });
}
