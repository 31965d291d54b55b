import type { Customer } from '@botwright/core';
import { type Field, fieldTypes, secondsOf, visibleFields } from '@botwright/core/conversation';
import { describedBySpec, describedHere, integer } from '@botwright/core/inputs';
import * as v from 'valibot';
import { seconds } from '../../schemas.ts';

const entries = {
  id: describedBySpec(integer, 'The id in paths.'),
  name: describedBySpec(v.string(), 'Empty while it is not known.'),
  email: describedHere(v.string(), 'Empty while it is not known.'),
  phone: describedHere(v.string(), 'Empty while it is not known.'),
  agent_id: describedBySpec(v.nullable(integer), 'The agent who talks to the customer; null for none.'),
  archived: v.boolean(),
  opt_in: v.boolean(),
  register_date: describedBySpec(seconds, 'When the customer first wrote.'),
  channel_id: describedBySpec(integer, 'The channel that the customer writes on.'),
  unread: describedHere(integer, 'Messages of the customer since an agent wrote last.'),
  last_message_at: describedHere(v.nullable(seconds), 'null before the first message.'),
};

/** @spec PL12 */
export const customerSchema = v.pipe(
  v.looseObject(entries),
  v.metadata({
    additionalProperties: true,
    description: 'The Fields of the customer are additional keys.',
  }),
);

export type WireCustomer = Readonly<{ [K in keyof typeof entries]: v.InferOutput<(typeof entries)[K]> }> & {
  readonly [field: string]: unknown;
};

/** @spec PL12, PL13, TK18 */
export function encodeCustomer(customer: Customer): WireCustomer {
  const { lastMessageAt } = customer;
  return {
    id: customer.number,
    name: customer.name,
    email: customer.email,
    phone: customer.phone,
    agent_id: customer.agentId ?? null,
    archived: customer.archived,
    opt_in: customer.optIn,
    register_date: secondsOf(customer.registerDate),
    channel_id: customer.channelNumber,
    unread: customer.unread,
    last_message_at: lastMessageAt === undefined ? null : secondsOf(lastMessageAt),
    ...visibleFields(customer.fields),
  };
}

/** @spec PL16 */
export const fieldSchema = v.object({
  name: describedHere(v.string(), 'As the path says it.'),
  type: describedHere(
    v.picklist(fieldTypes),
    'What kind of value it holds. A date, and a datetime, is text as ISO 8601 writes it.',
  ),
  value: describedHere(
    v.unknown(),
    'A value of the type; with its name 64 KiB of JSON at most unless the host says otherwise.',
  ),
});

export type WireField = v.InferOutput<typeof fieldSchema>;

/** A Field in the form of the Platform API: dates as ISO 8601, lists and objects as JSON. */
export function encodeField(name: string, { type, value }: Field): WireField {
  return { name, type, value };
}
