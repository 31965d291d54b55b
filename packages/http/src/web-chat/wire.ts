import type { VisitorNews } from '@botwright/core';
import { type Message, secondsOf } from '@botwright/core/conversation';

/** A message as its visitor sees it. */
export interface WireVisitorMessage {
  readonly uuid: string;
  /** Rises with each message of the conversation; some are left out. */
  readonly seq: number;
  readonly type: Message['type'];
  /** Seconds since the epoch. */
  readonly timestamp: number;
  /** By type as in webhooks; of an `event` the `action` alone. */
  readonly data: object;
  readonly sender: { readonly type: Message['sender']['type']; readonly name: string };
}

/** What happens to the conversation itself. How a business files its customers is its own matter. */
const shownActions: ReadonlySet<string> = new Set(['assign', 'unassign', 'close', 'error']);

/** Whether a visitor sees a message. @spec WC6 */
export function isShown(message: Message): boolean {
  return message.type !== 'event' || shownActions.has(message.data.action);
}

/** @spec WC6 */
export function encodeVisitorMessage(message: Message): WireVisitorMessage {
  const { uuid, seq, type, at, sender } = message;
  return {
    uuid,
    seq,
    type,
    timestamp: secondsOf(at),
    data: message.type === 'event' ? { action: message.data.action } : message.data,
    sender: { type: sender.type, name: sender.name },
  };
}

/** What was said, and how the conversation stands. */
export interface SaidSoFar extends VisitorNews {
  /** The position after which the rest comes. */
  readonly after: number;
}

/** @spec WC5 */
export function encodeSaid({ messages, status, after }: SaidSoFar, more: object = {}): string {
  return JSON.stringify({
    data: { ...more, messages: messages.filter(isShown).map(encodeVisitorMessage), status, after },
  });
}
