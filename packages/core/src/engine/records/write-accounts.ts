import { get } from '../../ports/record-store.ts';
import { accountConnections, accounts, authorizationAttempts } from '../../records/accounts.ts';
import { Conflict } from '../use-case/run-program.ts';
import { changed, present, type Writing } from './writing.ts';

const expectedAccount = (id: string) => ({ ...get(accounts, { id }), expect: true }) as const;

/** Writes of connected accounts, and of the ways to connect them. */
export const accountWriting: Writing<
  | 'connectAccount'
  | 'delistAccount'
  | 'insertAttempt'
  | 'insertConnection'
  | 'reencryptTokens'
  | 'replaceConnection'
  | 'replaceTokens'
  | 'takeAttempt'
> = {
  /** @spec CA45 */
  connectAccount: {
    needs: ({ account }) => [expectedAccount(account.id)],
    write(batch, { account, returns }) {
      const before = batch.find(accounts, account);
      if (before !== undefined && !returns) throw new Error('The brand has an account with this id.');
      batch.put(accounts, {
        ...account,
        status: 'good',
        tokensRevision: (before?.tokensRevision ?? 0) + 1,
        ...(returns && { returningId: account.externalId }),
      });
    },
  },
  /** @spec CA48 */
  delistAccount: {
    needs: ({ id }) => [expectedAccount(id)],
    write(batch, { id, status, expected }) {
      const account = batch.find(accounts, { id });
      if (account?.tokensRevision !== expected) throw new Conflict();
      batch.put(accounts, changed(account, { status, encryptedTokens: undefined }));
    },
  },
  insertAttempt: { write: (batch, { attempt }) => batch.put(authorizationAttempts, { ...attempt, isTaken: false }) },
  insertConnection: { write: (batch, { connection }) => batch.put(accountConnections, { ...connection, revision: 1 }) },
  /** @spec CA54 */
  reencryptTokens: {
    needs: ({ id }) => [expectedAccount(id)],
    write(batch, { id, former, next }) {
      const account = batch.find(accounts, { id });
      if (account?.encryptedTokens !== former) throw new Conflict();
      batch.put(accounts, { ...account, encryptedTokens: next });
    },
  },
  /** @spec CA49 */
  replaceConnection: {
    needs: ({ next: { id } }) => [{ ...get(accountConnections, { id }), expect: true }],
    write(batch, { next: { id, progress }, expected }) {
      const connection = batch.find(accountConnections, { id });
      if (connection === undefined) throw new Error('The brand has no such connection.');
      if (connection.revision !== expected) throw new Conflict();
      batch.put(accountConnections, { ...connection, progress, revision: expected + 1 });
    },
  },
  /** @spec CA47, CA48 */
  replaceTokens: {
    needs: ({ id }) => [expectedAccount(id)],
    write(batch, { id, tokens, expected }) {
      const account = batch.find(accounts, { id });
      if (account?.tokensRevision !== expected) throw new Conflict();
      batch.put(accounts, { ...account, ...tokens, status: 'good', tokensRevision: expected + 1 });
    },
  },
  /** @spec CA51 */
  takeAttempt: {
    needs: ({ stateHash }) => [{ ...get(authorizationAttempts, { stateHash }), expect: true }],
    write(batch, { stateHash }) {
      const attempt = present(batch.find(authorizationAttempts, { stateHash }));
      if (attempt.isTaken) throw new Conflict();
      batch.put(authorizationAttempts, { ...attempt, isTaken: true });
    },
  },
};
