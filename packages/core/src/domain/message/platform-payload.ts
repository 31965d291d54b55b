import type { Customer } from '../customer/customer.ts';
import type { Message, SenderType } from './message.ts';
import { visibleFields } from './visible-fields.ts';

export interface PlatformPayloadInput {
  readonly message: Message;
  readonly customer: Pick<Customer, 'number' | 'agentId' | 'archived' | 'name' | 'email' | 'phone' | 'fields'> & {
    /** Told on web channels alone; absent is the same as `false`. */
    readonly isExternal?: boolean;
  };
  readonly channel: { readonly number: number; readonly name: string; readonly type: string };
}

/** Channels of this type are on the web. */
const webType = 'native';

const authorTypes: Readonly<Record<SenderType, string>> = { customer: 'user', bot: 'bot', agent: 'agent', sys: 'sys' };

/**
 * Writes the body that message hooks are sent: JSON text, to be frozen with the message.
 *
 * @spec MS20, MS21, MS22, MS23, MS24, MS34, CU10
 */
export function encodePlatformPayload({ message, customer, channel }: PlatformPayloadInput): string {
  const { type, data, sender, uuid, seq, at } = message;
  const entry = {
    type,
    timestamp: at / 1000,
    data,
    sender: { id: sender.id, name: sender.name, type: sender.type },
    customer: {
      id: customer.number,
      agent_id: customer.agentId ?? null,
      archived: customer.archived,
      name: customer.name,
      ...(customer.email !== '' && { email: customer.email }),
      ...(customer.phone !== '' && { phone: customer.phone }),
      ...(channel.type === webType && { is_external: customer.isExternal === true ? 'True' : 'False' }),
      ...visibleFields(customer.fields),
    },
    channel: { id: channel.number, name: channel.name, type: channel.type },
    _raw: { uuid, author_type: authorTypes[sender.type], seq },
  };
  return JSON.stringify({ messages: [entry] });
}
