import type { Message } from '../../domain/message/message.ts';
import { oneLine } from '../../domain/one-line.ts';
import type { EffectPlace } from '../../ports/effect-host.ts';
import type { EngineParts } from '../engine-parts.ts';

const pageSize = 100;

/**
 * Reads the messages of a customer that the conversation has read, newest first, until the caller has enough. Others
 * wait in its inbox.
 *
 * @spec LM11, LM21
 */
export async function* messagesRead(
  parts: Pick<EngineParts, 'storage'>,
  place: Pick<EffectPlace, 'brand' | 'customerNumber'>,
): AsyncGenerator<Message, void, undefined> {
  const { load } = parts.storage.reads(place.brand);
  const unread = await load({ kind: 'inboxEntry', customer: place.customerNumber });
  for await (const message of messagesOf(parts, place)) {
    if (unread === undefined || message.sender.type !== 'customer' || message.at < unread.at) yield message;
  }
}

/** Reads all messages of a customer, newest first. @spec EM7 */
async function* messagesOf(
  { storage }: Pick<EngineParts, 'storage'>,
  { brand, customerNumber: customer }: Pick<EffectPlace, 'brand' | 'customerNumber'>,
): AsyncGenerator<Message, void, undefined> {
  const { load } = storage.reads(brand);
  let last = Number.POSITIVE_INFINITY;
  for (let offset = 0; ; offset += pageSize) {
    const { items } = await load({ kind: 'messages', customer, range: { offset, limit: pageSize } });
    for (const message of items) {
      // New messages move the others in the list.
      if (message.seq >= last) continue;
      last = message.seq;
      yield message;
    }
    if (items.length < pageSize) return;
  }
}

/** UTF-16 units of a transcript, and of the history for a model. */
export const maxTranscript = 65_536;

/** The conversation as text, oldest first. @spec EM7, LM21 */
export async function transcriptOf(
  parts: Pick<EngineParts, 'storage'>,
  place: Pick<EffectPlace, 'brand' | 'customerNumber'>,
): Promise<string> {
  const lines: string[] = [];
  let left = maxTranscript;
  for await (const message of messagesOf(parts, place)) {
    const line = lineOf(message);
    if (line === undefined) continue;
    left -= line.length + 1;
    if (left < 0) break;
    lines.push(line);
  }
  return lines.reverse().join('\n');
}

const roles = { customer: 'visitor', bot: 'bot', agent: 'agent', sys: undefined } as const;

/** A message with line ends would look like several messages. @returns `undefined` for events, which nobody said. */
function lineOf(message: Message): string | undefined {
  const role = roles[message.sender.type];
  const said = saidIn(message);
  return role === undefined || said === undefined ? undefined : `${role}: ${oneLine(said, maxTranscript)}`;
}

/** A message as text. `undefined` for events. */
export function saidIn(message: Message): string | undefined {
  switch (message.type) {
    case 'text':
      return message.data.body;
    case 'dialog':
      return [message.data.body, ...message.data.buttons.map((label) => `[${label}]`)].join(' ');
    case 'media_dialog':
      return [message.data.url, ...message.data.buttons.map((label) => `[${label}]`)].join(' ');
    case 'location':
      return `${message.data.latitude}, ${message.data.longitude}`;
    case 'event':
      return undefined;
    default:
      return [message.data.caption, message.data.url].filter((part) => part !== '').join(' ');
  }
}
