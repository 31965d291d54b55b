import type { InboundMessage } from '@botwright/core';
import { isJsonObject, type JsonObject, type JsonValue, type MediaType } from '@botwright/core/conversation';
import { pressOf } from './outgoing.ts';

/** A message of a customer in an update. */
export interface Incoming extends Pick<InboundMessage, 'message' | 'customer'> {
  /** Id of the update. */
  readonly id: string;
  /** Token of the customer: the id of the private chat. */
  readonly token: string;
  /** Id of the press to acknowledge. */
  readonly press?: string;
}

const emptyObject: JsonObject = {};
const objectOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : emptyObject);
const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

/**
 * Reads an update of Telegram.
 *
 * @param fileUrl - The address of a file. Default: media come as text.
 * @returns `undefined` for everything but messages and presses of a private chat.
 * @spec TG6, TG7, TG8
 */
export function readUpdate(update: JsonValue, fileUrl?: (fileId: string) => string): Incoming | undefined {
  const { update_id: id, message, callback_query: query } = objectOf(update);
  if (typeof id !== 'number') return undefined;
  if (isJsonObject(query)) return readPress(String(id), query);
  if (!isJsonObject(message)) return undefined;
  const content = contentOf(message, fileUrl);
  return content && addressed(String(id), objectOf(message['chat']), objectOf(message['from']), content);
}

function addressed(id: string, chat: JsonObject, from: JsonObject, message: Incoming['message']): Incoming | undefined {
  if (chat['type'] !== 'private' || typeof chat['id'] !== 'number') return undefined;
  const name = nameOf(from);
  return { id, token: String(chat['id']), message, ...(name !== '' && { customer: { name } }) };
}

/** Removes combining marks beyond four in a row, which the engine would refuse. */
function nameOf(from: JsonObject): string {
  const name = [from['first_name'], from['last_name']].map(textOf).filter(Boolean).join(' ');
  return [...name.replace(/(\p{M}{4})\p{M}+/gu, '$1')].slice(0, 255).join('');
}

function readPress(id: string, query: JsonObject): Incoming | undefined {
  const { message, from, data, id: press } = query;
  const { chat, reply_markup: markup } = objectOf(message);
  const { inline_keyboard: rows } = objectOf(markup);
  const buttons = (Array.isArray(rows) ? rows : []).flat().map(objectOf);
  const label = buttons.find((button) => button['callback_data'] === data)?.['text'];
  const pressed = pressOf(textOf(data), typeof label === 'string' ? label : undefined);
  const incoming = pressed && addressed(id, objectOf(chat), objectOf(from), { type: 'text', ...pressed });
  return incoming && { ...incoming, ...(typeof press === 'string' && { press }) };
}

/** Members of a message with a file, by the kind of media that it becomes. */
const files: readonly (readonly [member: string, type: MediaType])[] = [
  // A message with an animation also has it as a document.
  ['animation', 'video'],
  ['video', 'video'],
  ['video_note', 'video'],
  ['audio', 'audio'],
  ['voice', 'audio'],
  ['document', 'document'],
];

function contentOf(message: JsonObject, fileUrl?: (fileId: string) => string): Incoming['message'] | undefined {
  const { text, caption, location, sticker, photo } = message;
  if (typeof text === 'string' && text !== '') return { type: 'text', message: text };
  const { latitude, longitude } = objectOf(location);
  if (typeof latitude === 'number' && typeof longitude === 'number') return { type: 'location', latitude, longitude };
  const emoji = textOf(objectOf(sticker)['emoji']);
  if (emoji !== '') return { type: 'text', message: emoji };
  // Sizes ascend.
  const largest = Array.isArray(photo) ? photo.at(-1) : undefined;
  const found = [['image', largest] as const, ...files.map(([member, type]) => [type, message[member]] as const)];
  for (const [type, file] of found) {
    const fileId = objectOf(file)['file_id'];
    if (typeof fileId !== 'string') continue;
    if (fileUrl !== undefined) return { type, url: fileUrl(fileId), message: textOf(caption) };
    return { type: 'text', message: textOf(caption) || `[${type}]` };
  }
  return undefined;
}
