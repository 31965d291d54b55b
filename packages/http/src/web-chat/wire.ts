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

/**
 * Whether a visitor sees a message: of events what happens to the conversation itself, and that a person comes or
 * leaves. How a business files its customers, and which bot they have, is its own matter.
 *
 * @spec WC6
 */
export function isShown(message: Message): boolean {
  if (message.type !== 'event') return true;
  const { action, agent_id } = message.data;
  if (action === 'assign' || action === 'unassign') return agent_id !== undefined;
  return action === 'close' || action === 'error';
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

/** @spec WC5, WC41 */
export function encodeSaid({ messages, status, expects, after }: SaidSoFar, more: object = {}): string {
  return JSON.stringify({
    data: { ...more, messages: messages.filter(isShown).map(encodeVisitorMessage), status, expects, after },
  });
}
