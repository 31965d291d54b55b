import type { ConversationReader, ConversationStore } from '../ports/conversation-store.ts';
import { emptyConversation, hasWork, type StoredConversation } from './conversation-work-index.ts';
import { frozenCopy } from './frozen-copy.ts';
import type { Read, WorkingState, Write } from './working-state.ts';

export function conversationReader(read: Read): ConversationReader {
  return { find: (customerNumber) => read((view) => view.conversation(customerNumber)?.record) };
}

export function conversationStore(read: Read, write: Write): ConversationStore {
  function onStored<T>(
    customerNumber: number,
    act: (state: WorkingState, stored: StoredConversation) => T,
  ): Promise<T> {
    return write((state) => act(state, state.conversation(customerNumber) ?? emptyConversation));
  }

  return {
    ...conversationReader(read),

    put(record) {
      const given = frozenCopy(record);
      return onStored(given.customerNumber, (state, stored) =>
        state.putConversation(given.customerNumber, { ...stored, record: given }),
      );
    },

    push(customerNumber, item, at) {
      const given = frozenCopy({ item, at });
      return onStored(customerNumber, (state, stored) => {
        const entry = Object.freeze({ number: state.nextNumber('inbox'), ...given });
        state.putConversation(customerNumber, { ...stored, inbox: [...stored.inbox, entry] });
        state.queued.add('conversations');
      });
    },

    next: (customerNumber) => onStored(customerNumber, (_state, { inbox }) => inbox[0]),

    drop: (customerNumber, entryNumber) =>
      onStored(customerNumber, (state, stored) => {
        const inbox = stored.inbox.filter(({ number }) => number !== entryNumber);
        state.putConversation(customerNumber, { ...stored, inbox });
      }),

    isLeasedTo: (customerNumber, worker) => write((state) => state.isLeasedTo(customerNumber, worker)),

    clearDeaths: (customerNumber) =>
      onStored(customerNumber, (state, stored) =>
        state.putConversation(customerNumber, { ...stored, clearings: stored.clearings + 1 }),
      ),

    finish: (customerNumber, worker) =>
      onStored(customerNumber, (state, stored) => {
        const isFinished = !hasWork(stored) && state.isLeasedTo(customerNumber, worker);
        if (isFinished) state.finished.set(customerNumber, worker);
        return isFinished;
      }),
  };
}
