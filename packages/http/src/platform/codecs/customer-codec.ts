import { type Customer, visibleFields } from '@botwright/core';
import { encodeSeconds } from '../../exchange/token-api/encode-seconds.ts';
import type { WireCustomer } from '../schemas/customer-schema.ts';

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
    register_date: encodeSeconds(customer.registerDate),
    channel_id: customer.channelNumber,
    unread: customer.unread,
    last_message_at: lastMessageAt === undefined ? null : encodeSeconds(lastMessageAt),
    ...visibleFields(customer.fields),
  };
}
