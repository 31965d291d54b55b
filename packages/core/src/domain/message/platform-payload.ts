import type { Customer } from '../customer/customer.ts';
import type { JsonObject } from '../json/json-value.ts';
import { secondsOf } from '../time/micros.ts';
import type { Message, SenderType } from './message.ts';
import { visibleFields } from './visible-fields.ts';

export interface PlatformPayloadInput {
  readonly message: Message;
  /** Id of the bot that says it. */
  readonly botId?: string;
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
 * @spec MS20, MS21, MS22, MS23, MS34, CU10
 */
export function encodePlatformPayload(input: PlatformPayloadInput): string {
  const { message, customer, channel } = input;
  const { type, data, sender, at } = message;
  const entry = {
    type,
    timestamp: secondsOf(at),
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
    _raw: rawOf(input),
  };
  return JSON.stringify({ messages: [entry] });
}

/** What receivers of such services know messages by. @spec MS24, MS48, MS49 */
function rawOf({ message, botId, customer, channel }: PlatformPayloadInput): JsonObject {
  const { uuid, seq, type, data, sender, at } = message;
  return {
    uuid,
    chat: customer.number,
    channel: channel.number,
    type,
    timestamp: secondsOf(at),
    message: 'body' in data ? data.body : null,
    author_type: authorTypes[sender.type],
    author_uuid: sender.type === 'bot' ? (botId ?? null) : null,
    samurai: sender.type === 'agent' ? sender.id : null,
    read: sender.type !== 'customer',
    extra: {},
    ui_key: null,
    rich_text: null,
    seq,
  };
}
