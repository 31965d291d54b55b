import type { Message } from '../domain/message/message.ts';
import type { OffsetRange } from '../ports/channel-store.ts';
import type { MessageReader, MessageStore } from '../ports/message-store.ts';
import type { Read, Write } from './access.ts';
import { frozenCopy } from './frozen-copy.ts';
import type { MessageLog } from './message-log.ts';

export function messageReader(read: Read): MessageReader {
  return {
    list(customerNumber, range) {
      const { offset, limit } = range;
      return read((view) => {
        const log = view.messages(customerNumber);
        return { items: newestFirst(log, { offset, limit }), total: log?.length ?? 0 };
      });
    },
  };
}

export function messageStore(read: Read, write: Write): MessageStore {
  return {
    ...messageReader(read),
    insert(customerNumber, message) {
      const given = frozenCopy(message);
      return write((state) => {
        if (!state.heldCustomers.has(customerNumber)) {
          throw new Error('A customer must be claimed before a message is added.');
        }
        if (state.customers.find(customerNumber) === undefined) throw new Error('The brand has no such customer.');
        const log = state.messages(customerNumber);
        if (given.seq !== (log?.length ?? 0) + 1) throw new Error('A message does not follow the one before.');
        if (log?.has(given.uuid)) throw new Error('The customer has a message with this uuid.');
        state.addMessage(customerNumber, given);
      });
    },
  };
}

function newestFirst(log: MessageLog | undefined, { offset, limit }: OffsetRange): readonly Message[] {
  const items: Message[] = [];
  const newest = (log?.length ?? 0) - 1 - offset;
  for (let index = newest; index >= 0 && items.length < limit; index -= 1) {
    const message = log?.at(index);
    if (message !== undefined) items.push(message);
  }
  return items;
}
