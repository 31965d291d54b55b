import type { ConversationReader, ConversationStore } from '../ports/conversation-store.ts';
import { emptyConversation, hasWork, type StoredConversation } from './conversation-work-index.ts';
import { frozenCopy } from './frozen-copy.ts';
import type { Read, WorkingState, Write } from './working-state.ts';

export function conversationReader(read: Read): ConversationReader {
  return {
    find: (customerNumber) => read((view) => view.conversation(customerNumber)?.record),
    next: (customerNumber) => read((view) => view.conversation(customerNumber)?.inbox[0]),
  };
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

    push(customerNumber, item, at, holder) {
      const given = frozenCopy({ item, at });
      return onStored(customerNumber, (state, stored) => {
        const entry = Object.freeze({ number: state.nextNumber('inbox'), ...given });
        const isLeased = holder !== undefined && !hasWork(stored) && !state.isQueued(customerNumber);
        state.putConversation(customerNumber, { ...stored, inbox: [...stored.inbox, entry] });
        if (isLeased) state.leased.set(customerNumber, { ...holder });
        else state.queued.add('conversations');
        return isLeased;
      });
    },

    drop: (customerNumber, entryNumber) =>
      onStored(customerNumber, (state, stored) => {
        const inbox = stored.inbox.filter(({ number }) => number !== entryNumber);
        state.putConversation(customerNumber, { ...stored, inbox });
      }),

    load: (customerNumber, worker) =>
      onStored(customerNumber, (state, { record, inbox: [entry] }) => {
        if (!state.isLeasedTo(customerNumber, worker)) return undefined;
        return { ...(record !== undefined && { record }), ...(entry !== undefined && { entry }) };
      }),

    clearDeaths: (customerNumber) =>
      onStored(customerNumber, (state, stored) =>
        state.putConversation(customerNumber, { ...stored, clearings: stored.clearings + 1 }),
      ),

    endStep(customerNumber, worker, { record, entry }) {
      const given = frozenCopy(record);
      return onStored(customerNumber, (state, stored) => {
        const inbox = stored.inbox.filter(({ number }) => number !== entry);
        const left = { ...stored, inbox, ...(given !== undefined && { record: given }) };
        state.putConversation(customerNumber, left);
        const isFinished = !hasWork(left) && state.isLeasedTo(customerNumber, worker);
        if (isFinished) state.finished.set(customerNumber, worker);
        return isFinished;
      });
    },
  };
}
