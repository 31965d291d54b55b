import type { ConversationReader, ConversationStore } from '../ports/conversation-store.ts';
import type { Read, Write } from './access.ts';
import { type ConversationShelf, emptyConversation } from './conversation-shelf.ts';
import { frozenCopy } from './frozen-copy.ts';
import type { WorkingState } from './working-state.ts';

export function conversationReader(read: Read): ConversationReader {
  return { find: (customerNumber) => read((view) => view.conversation(customerNumber)?.record) };
}

export function conversationStore(read: Read, write: Write): ConversationStore {
  /** @spec CQ4 */
  function onHeld<T>(customerNumber: number, act: (state: WorkingState, shelf: ConversationShelf) => T): Promise<T> {
    return write((state) => {
      if (!state.heldCustomers.has(customerNumber))
        throw new Error('A customer must be claimed before its conversation.');
      return act(state, state.conversation(customerNumber) ?? emptyConversation);
    });
  }

  return {
    ...conversationReader(read),

    put(record) {
      const given = frozenCopy(record);
      return onHeld(given.customerNumber, (state, shelf) =>
        state.putConversation(given.customerNumber, { ...shelf, record: given }),
      );
    },

    push(customerNumber, item, at) {
      const given = frozenCopy({ item, at });
      return onHeld(customerNumber, (state, shelf) => {
        const entry = Object.freeze({ number: state.nextNumber('inbox'), ...given });
        state.putConversation(customerNumber, { ...shelf, inbox: [...shelf.inbox, entry] });
      });
    },

    next: (customerNumber) => onHeld(customerNumber, (_state, { inbox }) => inbox[0]),

    drop: (customerNumber, entryNumber) =>
      onHeld(customerNumber, (state, shelf) => {
        const inbox = shelf.inbox.filter(({ number }) => number !== entryNumber);
        state.putConversation(customerNumber, { ...shelf, inbox });
      }),

    isHeld: (customerNumber, worker) => onHeld(customerNumber, (state) => state.isLeasedTo(customerNumber, worker)),

    clearDeaths: (customerNumber) =>
      onHeld(customerNumber, (state, shelf) =>
        state.putConversation(customerNumber, { ...shelf, clearings: shelf.clearings + 1 }),
      ),
  };
}
