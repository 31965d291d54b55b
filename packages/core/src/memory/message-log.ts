import type { Message } from '../domain/message/message.ts';

/** The messages of one customer, in their order: the one with `seq` 1 has index 0. */
export interface MessageLog {
  readonly length: number;
  at(index: number): Message | undefined;
  has(uuid: string): boolean;
}

export interface GrowingLog extends MessageLog {
  readonly added: readonly Message[];
  add(message: Message): void;
}

/** Starts a log that goes on where another one ends, and leaves that one as it is. */
export function continueLog(before: MessageLog | undefined): GrowingLog {
  const added: Message[] = [];
  const uuids = new Set<string>();
  const start = before?.length ?? 0;
  return {
    added,
    get length() {
      return start + added.length;
    },
    at: (index) => (index < start ? before?.at(index) : added[index - start]),
    has: (uuid) => uuids.has(uuid) || before?.has(uuid) === true,
    add(message) {
      added.push(message);
      uuids.add(message.uuid);
    },
  };
}
