import { createHash } from 'node:crypto';

export interface ReceivedMessage {
  /** The same on each attempt of the message. */
  readonly key: string;
  readonly conversation: string;
  readonly words: string;
  readonly bytes: number;
}

type Json = { readonly [key: string]: unknown };

/** @returns `undefined` for a body that is not a webhook. Accepts an unknown type of message. */
export function readWebhook(body: Uint8Array): ReceivedMessage | undefined {
  const payload = objectOf(parse(body));
  const [first, ...others] = Array.isArray(payload['messages']) ? payload['messages'] : [];
  const message = objectOf(first);
  const { type, timestamp } = message;
  if (others.length > 0 || typeof type !== 'string') return undefined;
  if (typeof timestamp !== 'number' || Math.abs(timestamp) > 8.64e12) return undefined;

  // Only the channel of a message hook has a type.
  const channel = objectOf(payload['channel'] ?? message['channel']);
  const read = channel['type'] === undefined ? readChat(payload, message) : readHook(message);
  const { kind, id, parts, conversation, said } = read;
  if (typeof id !== 'string') return undefined;

  const [customer, from] = [objectOf(read.customer), objectOf(read.from)];
  const about = `${new Date(timestamp * 1000).toISOString()} ${kind} ${quote(channel['name'])}, ${quote(customer['name'])}`;
  const shown = Object.entries(objectOf(said)).filter(([name]) => !['type', 'timestamp', 'payloads'].includes(name));
  const words = `${about}: ${quote(from['type'])} says ${quote(type)} ${shown.map(([, value]) => quote(value)).join(' ')}`;
  const key = digest([kind, ...parts]);
  return { key, conversation: digest([kind, ...conversation]), words, bytes: body.length };
}

function readHook({ customer, sender, data, _raw }: Json) {
  const { uuid } = objectOf(_raw);
  const conversation = [objectOf(customer)['id']];
  return { kind: 'Hook', id: uuid, parts: [uuid], conversation, said: data, from: sender, customer };
}

/** Channel, token and timestamp identify a message; the rest distinguishes two messages with the same timestamp. */
function readChat({ customer, channel, agent }: Json, message: Json) {
  const { token } = objectOf(customer);
  const conversation = [objectOf(channel)['id'], token];
  const parts = [...conversation, message['timestamp'], message];
  return { kind: 'APIchat', id: token, parts, conversation, said: message, from: agent, customer };
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

/** Removes control characters, which could change the terminal. */
function quote(value: unknown): string {
  return (JSON.stringify(value) ?? '?').replaceAll(/\p{Cc}/gu, '?');
}

function digest(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
