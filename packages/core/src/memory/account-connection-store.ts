import type {
  AccountConnectionReader,
  AccountConnectionRecord,
  AccountConnectionStore,
} from '../ports/account-store.ts';
import type { AttemptRow } from './brand-state.ts';
import { frozenCopy } from './frozen-copy.ts';
import type { Read, Write } from './working-state.ts';

export function accountConnectionReader(read: Read): AccountConnectionReader {
  return {
    find: (connectionId) => read((view) => view.accountConnections.get(connectionId)),
    findByLink: (linkHash) =>
      read((view) => Iterator.from(view.accountConnections.rows()).find((each) => each.linkHash === linkHash)),
    findAttempt: (stateHash) => read((view) => view.attempts.get(stateHash)),
  };
}

export function accountConnectionStore(read: Read, write: Write): AccountConnectionStore {
  return {
    ...accountConnectionReader(read),

    insert(connection) {
      const record: AccountConnectionRecord = frozenCopy({ ...connection, revision: 1 });
      return write((state) => {
        const isTaken = ({ id, linkHash }: AccountConnectionRecord) => id === record.id || linkHash === record.linkHash;
        if (Iterator.from(state.accountConnections.rows()).some(isTaken)) {
          throw new Error('The brand has a connection with this id or link.');
        }
        state.accountConnections.put(record);
      });
    },

    replace(next, expected) {
      const { id, progress } = frozenCopy(next);
      return write((state) => {
        const record = state.accountConnections.get(id);
        if (record === undefined) throw new Error('The brand has no such connection.');
        if (record.revision !== expected) return 'stale';
        state.accountConnections.put(Object.freeze({ ...record, progress, revision: expected + 1 }));
        return 'replaced';
      });
    },

    insertAttempt(attempt) {
      const row: AttemptRow = frozenCopy({ ...attempt, isTaken: false });
      return write((state) => {
        if (state.accountConnections.get(row.connectionId) === undefined) {
          throw new Error('The brand has no such connection.');
        }
        if (state.attempts.get(row.stateHash) !== undefined)
          throw new Error('The brand has an attempt with this state.');
        state.attempts.put(row);
      });
    },

    takeAttempt: (stateHash) =>
      write((state) => {
        const row = state.attempts.get(stateHash);
        if (row === undefined || row.isTaken) return 'spent';
        state.attempts.put(Object.freeze({ ...row, isTaken: true }));
        return 'taken';
      }),
  };
}
