import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import type { ConversationKey, InboxEntry } from '../../ports/conversation-store.ts';
import { arrivalOf, type ConversationWork, isAnything, workOf } from '../conversation-work.ts';
import { createConversationWorkIndex, nameOf } from '../conversation-work-index.ts';
import { createMirror, type Mirror } from './mirror.ts';
import { type QueuedConversation, queuedConversations } from './queue-kinds.ts';

/** The work of conversations in memory, as the records of a store say. */
export interface ConversationRows {
  readonly work: ConversationWork;
  readonly mirror: Mirror;
}

export function conversationRows(): ConversationRows {
  const index = createConversationWorkIndex();
  const works: ConversationWork['works'] = new Map();
  const arrivals = new WeakMap<InboxEntry, EpochMs>();
  const changed = ({ brand, customerNumber }: ConversationKey) => mirror.changed({ brand, key: customerNumber });
  const work: ConversationWork = {
    works,
    arrivals,
    index: {
      ...index,
      put(row) {
        changed(row);
        index.put(row);
      },
      remove(conversation) {
        changed(conversation);
        index.remove(conversation);
      },
    },
  };

  const mirror = createMirror({
    kind: queuedConversations,
    clear() {
      works.clear();
      index.clear();
    },
    put(brand, record) {
      const { customerNumber, inbox: entries, hasEffects, wake, row } = record as unknown as QueuedConversation;
      const conversation = { brand, customerNumber };
      const inbox = entries.map(({ arrivedAt, ...entry }) => {
        if (arrivedAt !== undefined) arrivals.set(entry, arrivedAt);
        return entry;
      });
      const stored = { inbox, hasEffects, ...(wake && { wake }) };
      if (isAnything(stored)) works.set(nameOf(conversation), stored);
      index.put({ ...conversation, ...row });
    },
    recordOf({ brand, key }): QueuedConversation | undefined {
      const found = index.find({ brand, customerNumber: Number(key) });
      if (found === undefined) return undefined;
      const { inbox, hasEffects, wake } = workOf(work, found);
      const { brand: _, customerNumber, ...row } = found;
      const arrived = (entry: InboxEntry) => {
        const arrivedAt = arrivalOf(work, entry);
        return arrivedAt === entry.at ? entry : { ...entry, arrivedAt };
      };
      return { customerNumber, inbox: inbox.map(arrived), hasEffects, ...(wake && { wake }), row };
    },
  });
  return { work, mirror };
}
