import type { ReceivedMessage } from './read-webhook.ts';
import { recent } from './recent.ts';

export interface InOrderOptions {
  /** Receives messages as text, in the order of their sending. */
  readonly handOver: (words: string) => void;
  /** Milliseconds that a message waits for earlier ones. */
  readonly holdMs: number;
}

type Place = Pick<ReceivedMessage, 'timestamp' | 'seq'>;
const compare = (a: Place, b: Place): number => a.timestamp - b.timestamp || a.seq - b.seq;

/** Delays each message, so that earlier ones can overtake it. A retry may come later than the delay. */
export function inOrder({ holdMs, handOver }: InOrderOptions) {
  const held = new Map<string, ReceivedMessage[]>();
  const newest = recent<Place>(10_000);
  let bytes = 0;

  /** Passes on everything up to `last`, or everything. */
  function release(conversation: string, last?: ReceivedMessage): void {
    const waiting = (held.get(conversation) ?? []).sort(compare);
    const due = waiting.splice(0, last === undefined ? waiting.length : waiting.indexOf(last) + 1);
    if (waiting.length === 0) held.delete(conversation);
    for (const message of due) {
      bytes -= message.bytes;
      const isLate = compare(message, newest.get(conversation) ?? message) < 0;
      if (!isLate) newest.set(conversation, { timestamp: message.timestamp, seq: message.seq });
      handOver(isLate ? `${message.words} (late)` : message.words);
    }
  }

  return {
    heldBytes: () => bytes,
    add(message: ReceivedMessage): void {
      bytes += message.bytes;
      const waiting = held.get(message.conversation) ?? [];
      waiting.push(message);
      held.set(message.conversation, waiting);
      setTimeout(() => release(message.conversation, message), holdMs).unref();
    },
    flush(): void {
      for (const conversation of [...held.keys()]) release(conversation);
    },
  };
}
