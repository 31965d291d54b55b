import type { Customer } from '../customer/customer.ts';
import { type Fields, isRecordKey } from '../field/field.ts';
import type { JsonObject } from '../json/json-value.ts';
import { markdownOf } from '../rich-text/write-markdown.ts';
import { messengerTextOf } from '../rich-text/write-messenger-text.ts';
import { type EpochMs, secondsOf } from '../time/epoch-ms.ts';
import { mediaTypeOf } from './file-type.ts';
import type { EventContent, Message, SenderType, SpokenContent } from './message.ts';

export interface PlatformPayloadInput {
  /** As it is stored. */
  readonly message: Message;
  /** Id of the bot that sent the message. */
  readonly botId?: string;
  /** As it is at the moment of the message. */
  readonly customer: Pick<Customer, 'number' | 'agentId' | 'archived' | 'name' | 'email' | 'phone' | 'fields'> & {
    /** Sent for web channels only; absent is the same as `false`. */
    readonly isExternal?: boolean;
  };
  /** The channel of the customer. */
  readonly channel: { readonly number: number; readonly name: string; readonly type: string };
}

/** The type of web channels. */
const webType = 'native';

const authorTypes: Readonly<Record<SenderType, string>> = { customer: 'user', bot: 'bot', agent: 'agent', sys: 'sys' };

/**
 * Writes the body for message hooks: JSON text, stored with the message and never changed.
 *
 * @spec MS20, MS21, MS22, MS23, MS34, CU10
 */
export function encodePlatformPayload(input: PlatformPayloadInput): string {
  const { message, customer, channel } = input;
  const { type, sender, at } = message;
  const entry = {
    type,
    timestamp: secondsOf(at),
    data: platformData(message),
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

/**
 * The data of a message for the Platform API: without the page for the web chat, and with its markup as Markdown in
 * `_raw` only.
 *
 * @spec RX14, LG25
 */
export function platformData({ data }: Pick<Message, 'data'>): object {
  if (!('rich' in data) && !('open' in data)) return data;
  const { rich: _, open: __, ...others } = data as { readonly rich?: unknown; readonly open?: unknown };
  return others;
}

/** The member `_raw`, with which receivers of existing services identify messages. @spec MS24, MS48, MS49, RX14 */
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
    rich_text: 'rich' in data && data.rich !== undefined ? markdownOf(data.rich) : null,
    seq,
  };
}

export interface ChatPayloadInput {
  /** What the customer is shown. */
  readonly content: SpokenContent;
  /** The moment of the message. */
  readonly at: EpochMs;
  /** As it is at the moment of the message. `token`: the id that the messenger uses. */
  readonly customer: Pick<Customer, 'number' | 'name' | 'phone' | 'email' | 'registerDate' | 'fields'> & {
    readonly token: string;
  };
  /** The channel of the customer. */
  readonly channel: { readonly number: number; readonly name: string };
  /** The sender of the message. */
  readonly agent:
    | { readonly kind: 'bot'; readonly number: number }
    | { readonly kind: 'human'; readonly id: number; readonly name: string; readonly email: string };
}

/**
 * Writes the body for the webhook of an APIchat channel: JSON text, stored with the message and never changed.
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

/** The data of a transport's delivery. */
export interface TransportPayload {
  /** Of a bot or an agent: see its `sender`. */
  readonly message: Exclude<Message, EventContent>;
  /** As they were when the message was stored. `token`: the platform's id of the customer. */
  readonly customer: Pick<Customer, 'number' | 'name' | 'phone' | 'email' | 'fields'> & { readonly token: string };
  /** Where the customer writes. */
  readonly channel: { readonly number: number; readonly name: string };
}

/**
 * Writes the data for a transport: JSON text, stored with the message and never changed.
 *
 * @param hasMarks - Whether texts have the marks of messengers. Default: they are plain.
 * @spec TP3, MS34, RX19
 */
export function encodeTransportPayload({ message, customer, channel }: TransportPayload, hasMarks = false): string {
  const { number, token, name, phone, email, fields } = customer;
  return JSON.stringify({
    message: hasMarks ? { ...message, data: messengerData(message) } : message,
    customer: { number, token, name, phone, email, fields },
    channel: { number: channel.number, name: channel.name },
  });
}

function messengerData({ data }: TransportPayload['message']): object {
  if (!('rich' in data) || data.rich === undefined) return data;
  const text = messengerTextOf(data.rich);
  return { ...data, ...('body' in data ? { body: text } : { caption: text }) };
}

/** @param body - From `encodeTransportPayload`. @spec TP3 */
export function decodeTransportPayload(body: string): TransportPayload {
  return JSON.parse(body);
}

/** The Fields as extra keys of a customer, without Fields that have the name of a customer's key. @spec CU10 */
export function visibleFields(fields: Fields): JsonObject {
  const visible = Object.entries(fields).filter(([name]) => !isRecordKey(name));
  return Object.fromEntries(visible.map(([name, { value }]) => [name, value]));
}
