import type { ReceivedMessage } from './read-webhook.ts';

export interface InTurnOptions {
  /** Receives messages as text: each one of a conversation after the one before is done. */
  readonly handOver: (words: string) => void | Promise<void>;
}

/** Hands over messages in the order of their arrival, which is that of their sending. */
export function inTurn({ handOver }: InTurnOptions) {
  const lasts = new Map<string, Promise<void>>();
  let bytes = 0;

  return {
    waitingBytes: () => bytes,
    add(message: ReceivedMessage): void {
      const { conversation } = message;
      bytes += message.bytes;
      const before = lasts.get(conversation) ?? Promise.resolve();
      const done = before
        .then(() => handOver(message.words))
        .catch(console.error)
        .then(() => {
          bytes -= message.bytes;
          if (lasts.get(conversation) === done) lasts.delete(conversation);
        });
      lasts.set(conversation, done);
    },
  };
}
