import { type Message, secondsOf } from '@botwright/core/conversation';
import type { ConversationNews } from '@botwright/core/front';

/** A message in the form that its visitor sees. */
export interface WireVisitorMessage {
  /** Id of the stored message; the same on every reading. */
  readonly uuid: string;
  /** Rises with each message of the conversation; numbers may be missing. */
  readonly seq: number;
  /** Decides the form of `data`. */
  readonly type: Message['type'];
  /** Seconds since the epoch. */
  readonly timestamp: number;
  /** By type as in webhooks; for an `event` only the `action`. */
  readonly data: object;
  /** The customer, an agent, a bot or the system. */
  readonly sender: { readonly type: Message['sender']['type']; readonly name: string };
}

/**
 * Whether a visitor sees a message. Of the events, they see changes of the conversation itself and the arrival and
 * departure of a person; labels of the business and the assigned bot stay internal.
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

/** The messages, and the state of the conversation. */
export interface Transcript extends ConversationNews {
  /** The position of the last message. */
  readonly after: number;
}

/** @spec WC5, WC41, WT21, KW12 */
export function encodeTranscript(
  { messages, status, expects, typing, quickWords, after }: Transcript,
  more: object = {},
): string {
  return JSON.stringify({
    data: {
      ...more,
      messages: messages.filter(isShown).map(encodeVisitorMessage),
      status,
      expects: encodeExpected(expects),
      typing,
      quick_words: quickWords,
      after,
    },
  });
}

/** @spec WC41 */
export function encodeExpected(expected: ConversationNews['expects']): object | undefined {
  if (expected === undefined) return undefined;
  const { sendLabel, lowLabel, highLabel, ...rest } = expected;
  return {
    ...rest,
    ...(sendLabel !== undefined && { send_label: sendLabel }),
    ...(lowLabel !== undefined && { low_label: lowLabel }),
    ...(highLabel !== undefined && { high_label: highLabel }),
  };
}
