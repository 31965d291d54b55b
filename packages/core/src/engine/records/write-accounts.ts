import type { AccountStatus } from '../../domain/account-connection/connected-account.ts';
import type { AccountConnection } from '../../domain/account-connection/connection-lifecycle.ts';
import { get } from '../../ports/record-store.ts';
import type { AccountConnectionRecord, AuthorizationAttempt, NewAccount } from '../../records/accounts.ts';
import { accountConnections, accounts, authorizationAttempts } from '../../records/accounts.ts';
import { Conflict } from '../use-case/run-program.ts';
import { changed, present, written } from './writing.ts';

const expectedAccount = (id: string) => ({ ...get(accounts, { id }), expect: true }) as const;

/** Writes of connected accounts, and of the ways to connect them. */
export const accountWriting = {
  /**
   * With `returns`, the account has the id of the one that it replaces; a conflict when the store has another.
   *
   * @spec CA45
   */
  connectAccount: written<{ readonly account: NewAccount; readonly returns: boolean }>({
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
  }),
  /** Removes the tokens of the revision `expected`. @spec CA48 */
  delistAccount: written<{
    readonly id: string;
    readonly status: Exclude<AccountStatus, 'good'>;
    readonly expected: number;
  }>({
    needs: ({ id }) => [expectedAccount(id)],
    write(batch, { id, status, expected }) {
      const account = batch.find(accounts, { id });
      if (account?.tokensRevision !== expected) throw new Conflict();
      batch.put(accounts, changed(account, { status, encryptedTokens: undefined }));
    },
  }),
  insertAttempt: written<{ readonly attempt: AuthorizationAttempt }>({
    write: (batch, { attempt }) => batch.put(authorizationAttempts, { ...attempt, isTaken: false }),
  }),
  insertConnection: written<{ readonly connection: Omit<AccountConnectionRecord, 'revision'> }>({
    write: (batch, { connection }) => batch.put(accountConnections, { ...connection, revision: 1 }),
  }),
  /** Replaces the text of the tokens `former` by the text of the same tokens, encrypted with another key. @spec CA54 */
  reencryptTokens: written<{ readonly id: string; readonly former: string; readonly next: string }>({
    needs: ({ id }) => [expectedAccount(id)],
    write(batch, { id, former, next }) {
      const account = batch.find(accounts, { id });
      if (account?.encryptedTokens !== former) throw new Conflict();
      batch.put(accounts, { ...account, encryptedTokens: next });
    },
  }),
  /** Replaces the progress of a connection at the revision `expected`. @spec CA49 */
  replaceConnection: written<{ readonly next: AccountConnection; readonly expected: number }>({
    needs: ({ next: { id } }) => [{ ...get(accountConnections, { id }), expect: true }],
    write(batch, { next: { id, progress }, expected }) {
      const connection = batch.find(accountConnections, { id });
      if (connection === undefined) throw new Error('The brand has no such connection.');
      if (connection.revision !== expected) throw new Conflict();
      batch.put(accountConnections, { ...connection, progress, revision: expected + 1 });
    },
  }),
  /** Replaces the tokens of the revision `expected`. @spec CA47, CA48 */
  replaceTokens: written<{
    readonly id: string;
    readonly tokens: Pick<NewAccount, 'encryptedTokens' | 'scopes'>;
    readonly expected: number;
  }>({
    needs: ({ id }) => [expectedAccount(id)],
    write(batch, { id, tokens, expected }) {
      const account = batch.find(accounts, { id });
      if (account?.tokensRevision !== expected) throw new Conflict();
      batch.put(accounts, { ...account, ...tokens, status: 'good', tokensRevision: expected + 1 });
    },
  }),
  /** A conflict when it is taken. @spec CA51 */
  takeAttempt: written<{ readonly stateHash: string }>({
    needs: ({ stateHash }) => [{ ...get(authorizationAttempts, { stateHash }), expect: true }],
    write(batch, { stateHash }) {
      const attempt = present(batch.find(authorizationAttempts, { stateHash }));
      if (attempt.isTaken) throw new Conflict();
      batch.put(authorizationAttempts, { ...attempt, isTaken: true });
    },
  }),
};
