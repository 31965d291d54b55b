import type { Customer } from '../customer/customer.ts';
import type { JsonObject } from '../json/json-value.ts';
import type { EpochMs } from '../time/epoch-ms.ts';
import { secondsOf } from '../time/micros.ts';
import { mediaTypeOf } from './media-type.ts';
import type { SpokenContent } from './message.ts';
import { visibleFields } from './visible-fields.ts';

export interface ChatPayloadInput {
  readonly content: SpokenContent;
  readonly at: EpochMs;
  readonly customer: Pick<Customer, 'number' | 'name' | 'phone' | 'email' | 'registerDate' | 'fields'> & {
    readonly token: string;
  };
  readonly channel: { readonly number: number; readonly name: string };
  /** Who says it. */
  readonly agent:
    | { readonly kind: 'bot'; readonly number: number }
    | { readonly kind: 'human'; readonly id: number; readonly name: string; readonly email: string };
}

/**
 * Writes the body that the webhook of an APIchat channel is sent: JSON text, to be frozen with the message.
 *
 * @spec MS25, MS26, MS27, MS28, MS29, MS30, MS31, MS33, MS34, CU10
 */
export function encodeChatPayload({ content, at, customer, channel, agent }: ChatPayloadInput): string {
  return JSON.stringify({
    messages: [flatMessage(content, secondsOf(at))],
    customer: {
      id: customer.number,
      token: customer.token,
      name: customer.name,
      phone: customer.phone,
      email: customer.email,
      register_date: Math.floor(customer.registerDate / 1000),
      ...visibleFields(customer.fields),
    },
    channel: { id: channel.number, name: channel.name },
    agent: agentOf(agent),
  });
}

/** @spec MS32 */
function agentOf(agent: ChatPayloadInput['agent']): JsonObject {
  if (agent.kind === 'bot') return { id: agent.number, type: 'bot' };
  const { id, name, email } = agent;
  return { id, type: 'human', name, email };
}

function flatMessage(content: SpokenContent, timestamp: number): JsonObject {
  switch (content.type) {
    case 'text':
      return { type: 'text', timestamp, message: content.data.body };
    case 'dialog': {
      const { body: title, buttons, payloads } = content.data;
      return { type: 'dialog', timestamp, title, buttons, payloads };
    }
    case 'media_dialog': {
      const { url, media_type, buttons, payloads } = content.data;
      return { type: 'media_dialog', timestamp, url, media_type, buttons, payloads };
    }
    case 'location': {
      const { latitude, longitude } = content.data;
      return { type: 'location', timestamp, latitude, longitude };
    }
    default: {
      const { url, caption } = content.data;
      return { type: mediaTypeOf(url), timestamp, url, message: caption };
    }
  }
}
