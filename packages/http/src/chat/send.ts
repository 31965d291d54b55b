import type { ChannelEngine } from '@botwright/core/front';
import { describedBySpec, describedHere, inboundSendSchema, integer } from '@botwright/core/inputs';
import * as v from 'valibot';
import { engineBody } from '../pipeline/body-shape.ts';
import { type Operation, operationsOf } from '../pipeline/operation.ts';
import { type EncodeError, wireFaults } from '../response/errors.ts';
import { jsonResponse } from '../response/response.ts';
import { uuid } from '../schemas.ts';
import { tokenErrorEncoder } from '../token-api/token-errors.ts';

export type ChatOperation = Operation<ChannelEngine>;

/** Makes an operation of APIchat, built in or added by a host. */
export const defineChatOperation = operationsOf<ChannelEngine>();

/** @spec AC2, AC3 */
export const sentSchema = v.object({
  success: v.literal(true),
  customer: v.object({
    id: describedHere(integer, 'The id of the customer in the Platform API.'),
    token: describedBySpec(v.string(), 'As the path says it.'),
  }),
  message: describedHere(v.object({ uuid }), 'The stored message.'),
});

/** The body of a successful response of APIchat. */
export type WireSent = v.InferOutput<typeof sentSchema>;

/** @spec AC5 */
export const errorSchema = v.object({
  success: v.literal(false),
  error: describedBySpec(v.string(), 'All that is wrong, for people.'),
});

type WireError = v.InferOutput<typeof errorSchema>;

/**
 * Encodes an error as APIchat does: one text lists all faults, each with its member.
 *
 * @spec AC5, TK12
 */
export const encodeChatError: EncodeError = tokenErrorEncoder((error): WireError => {
  const faults = wireFaults(error).map(({ field, message }) => (field === '' ? message : `${field}: ${message}`));
  return { success: false, error: faults.join(' ') };
});

/** @spec AC1, AC2, AC3, AC4, AC6, AC7 */
export const send = defineChatOperation({
  id: 'send',
  method: 'POST',
  path: '/send/{customer_token}/',
  tag: 'Messages',
  summary: 'Push in what a customer said',
  description:
    'The first send makes the customer, and is answered 201. The answer says that the message is stored; a bot works on it afterwards.',
  body: engineBody<unknown>(inboundSendSchema()),
  success: {
    status: 200,
    description: 'Stored, of a customer who wrote before.',
    schema: sentSchema,
    otherwise: { status: 201, description: 'Stored, and the customer made.' },
  },
  errors: ['channel_not_found', 'customer_blocked'],
  work: (channel, { params, body }) => channel.send(params.customer_token, body as never),
  encode({ customer, isNew, messageUuid }) {
    const { number: id, token } = customer;
    const wire: WireSent = { success: true, customer: { id, token }, message: { uuid: messageUuid } };
    return jsonResponse(isNew ? 201 : 200, JSON.stringify(wire));
  },
});
