import { compareCodePoints } from '../domain/text.ts';
import type { AccountReader, AccountRecord, AccountStore, NewAccount } from '../ports/account-store.ts';
import type { BrandView } from './brand-state.ts';
import { frozenCopy } from './frozen-copy.ts';
import type { Read, Write } from './working-state.ts';

export function accountReader(read: Read): AccountReader {
  return {
    find: (accountId) => read((view) => view.accounts.get(accountId)),
    list: (kind) => read((view) => Object.freeze(accountsWhere(view, (account) => account.kind === kind))),
    findByExternalId: (kind, externalId) => read((view) => findSame(view, { kind, externalId })),
  };
}

export function accountStore(read: Read, write: Write): AccountStore {
  return {
    ...accountReader(read),

    connect(account, { returns }) {
      const given = frozenCopy(account);
      return write((state) => {
        const before = returns ? findSame(state, given) : undefined;
        if (before === undefined && state.accounts.get(given.id) !== undefined) {
          throw new Error('The brand has an account with this id.');
        }
        const record: AccountRecord = Object.freeze({
          ...given,
          id: before?.id ?? given.id,
          status: 'good',
          tokensRevision: (before?.tokensRevision ?? 0) + 1,
        });
        state.accounts.put(record);
        return record;
      });
    },

    replaceTokens(accountId, tokens, expected) {
      const { encryptedTokens, scopes } = frozenCopy(tokens);
      return write((state) => {
        const account = state.accounts.get(accountId);
        if (account?.tokensRevision !== expected) return 'stale';
        const next: AccountRecord = {
          ...account,
          encryptedTokens,
          scopes,
          status: 'good',
          tokensRevision: expected + 1,
        };
        state.accounts.put(Object.freeze(next));
        return 'replaced';
      });
    },

    reencryptTokens: (accountId, former, next) =>
      write((state) => {
        const account = state.accounts.get(accountId);
        if (account?.encryptedTokens !== former) return 'stale';
        state.accounts.put(Object.freeze({ ...account, encryptedTokens: next }));
        return 'replaced';
      }),

    delist: (accountId, status, expected) =>
      write((state) => {
        const account = state.accounts.get(accountId);
        if (account?.tokensRevision !== expected) return 'stale';
        const { encryptedTokens: _forgotten, ...kept } = account;
        state.accounts.put(Object.freeze({ ...kept, status }));
        return 'delisted';
      }),
  };
}

function findSame(view: BrandView, wanted: Pick<NewAccount, 'kind' | 'externalId'>): AccountRecord | undefined {
  const isSame = ({ kind, externalId }: AccountRecord) => kind === wanted.kind && externalId === wanted.externalId;
  return accountsWhere(view, isSame)[0];
}

function accountsWhere(view: BrandView, isWanted: (account: AccountRecord) => boolean): AccountRecord[] {
  return Iterator.from(view.accounts.rows()).filter(isWanted).toArray().sort(byConnection);
}

function byConnection(a: AccountRecord, b: AccountRecord): number {
  return b.connectedAt - a.connectedAt || compareCodePoints(b.id, a.id);
}
