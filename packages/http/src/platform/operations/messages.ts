import { type AgentSend, offsetSchema } from '@botwright/core/inputs';
import { engineQuery } from '../../request/query.ts';
import { sendBodies } from '../inputs.ts';
import { definePlatformOperation, numberIn, type PlatformOperation } from '../platform-operation.ts';
import { done, doneResponse, listUnder, partsResponse } from '../wire/envelope.ts';
import { encodeMessage, messageSchema } from '../wire/message.ts';

/** @spec PL18 */
function sendOperation(kind: AgentSend, summary: string): PlatformOperation {
  return definePlatformOperation({
    id: `send_${kind}`,
    method: 'POST',
    path: `/customers/{customer_id}/send_${kind}/`,
    tag: 'Messages',
    summary,
    isDecidedHere: true,
    body: sendBodies[kind],
    success: { status: 200, description: 'It is stored, and on its way.', schema: done },
    errors: ['customer_not_found', 'customer_blocked'],
    work: ({ messages }, { params, body }) => messages.send(numberIn(params.customer_id), kind, body),
    encode: () => doneResponse,
  });
}

/** Messages of a customer. */
export const messageOperations: readonly PlatformOperation[] = [
  /** @spec PL4, PL19 */
  definePlatformOperation({
    id: 'listMessages',
    method: 'GET',
    path: '/customers/{customer_id}/messages/',
    tag: 'Messages',
    summary: 'List the messages of a customer',
    isDecidedHere: true,
    query: engineQuery(offsetSchema),
    success: { status: 200, description: 'Messages, newest first.', schema: listUnder('messages', messageSchema) },
    errors: ['customer_not_found'],
    work: ({ messages }, { params, query }) => messages.listInParts(numberIn(params.customer_id), query),
    encode: (parts, { context }) => partsResponse('messages', parts, context.encodeMessage ?? encodeMessage),
  }),

  sendOperation('text', 'Send a text to a customer'),
  sendOperation('image', 'Send an image to a customer'),
  sendOperation('location', 'Send a location to a customer'),
];
