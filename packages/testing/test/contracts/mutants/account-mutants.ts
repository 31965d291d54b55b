import type { AccountConnectionStore, AccountReader, AccountStore, Storage } from '@botwright/core/ports';
import { changeReader, changeTransaction, type Mutant } from './mutant.ts';
import { changeTenants } from './tenant-mutants.ts';

export const accountMutants: readonly Mutant[] = [
  {
    rule: 'CA45',
    fault: 'an account that returns gets a new id',
    breakStorage: (sound) =>
      changeAccounts(sound, (accounts) => ({
        connect: (account) => accounts.connect(account, { returns: false }),
      })),
  },
  {
    rule: 'CA45',
    fault: 'every account returns',
    breakStorage: (sound) =>
      changeAccounts(sound, (accounts) => ({
        connect: (account) => accounts.connect(account, { returns: true }),
      })),
  },
  {
    rule: 'CA46',
    fault: 'accounts list oldest first',
    breakStorage: (sound) =>
      changeAccountReader(sound, (accounts) => ({
        list: async (kind) => [...(await accounts.list(kind))].reverse(),
      })),
  },
  {
    rule: 'CA46',
    fault: 'accounts that were delisted are not listed',
    breakStorage: (sound) =>
      changeAccountReader(sound, (accounts) => ({
        list: async (kind) => (await accounts.list(kind)).filter(({ status }) => status === 'good'),
      })),
  },
  {
    rule: 'CA47',
    fault: 'the last writer of tokens wins',
    breakStorage: (sound) =>
      changeAccounts(sound, (accounts) => ({
        async replaceTokens(id, tokens, expected) {
          const account = await accounts.find(id);
          return accounts.replaceTokens(id, tokens, account?.tokensRevision ?? expected);
        },
      })),
  },
  {
    rule: 'CA48',
    fault: 'a delisted account stays delisted',
    breakStorage: (sound) =>
      changeAccounts(sound, (accounts) => ({
        async replaceTokens(id, tokens, expected) {
          const isDelisted = (await accounts.find(id))?.encryptedTokens === undefined;
          return isDelisted ? 'stale' : accounts.replaceTokens(id, tokens, expected);
        },
      })),
  },
  {
    rule: 'CA48',
    fault: 'delisting does not compare the revision',
    breakStorage: (sound) =>
      changeAccounts(sound, (accounts) => ({
        async delist(id, status, expected) {
          const account = await accounts.find(id);
          return accounts.delist(id, status, account?.tokensRevision ?? expected);
        },
      })),
  },
  {
    rule: 'CA54',
    fault: 'encrypting anew raises the revision',
    breakStorage: (sound) =>
      changeAccounts(sound, (accounts) => ({
        async reencryptTokens(id, former, next) {
          const account = await accounts.find(id);
          if (account?.encryptedTokens !== former) return 'stale';
          await accounts.replaceTokens(id, { ...account, encryptedTokens: next }, account.tokensRevision);
          return 'replaced';
        },
      })),
  },
  {
    rule: 'CA49',
    fault: 'the last answer wins',
    breakStorage: (sound) =>
      changeConnections(sound, (connections) => ({
        async replace(next, expected) {
          const record = await connections.find(next.id);
          return connections.replace(next, record?.revision ?? expected);
        },
      })),
  },
  {
    rule: 'CA49',
    fault: 'a caller who is too late is answered that its answer was stored',
    breakStorage: (sound) =>
      changeConnections(sound, (connections) => ({
        async replace(next, expected) {
          await connections.replace(next, expected);
          return 'replaced';
        },
      })),
  },
  {
    rule: 'CA50',
    fault: 'a link is looked up as an id',
    breakStorage: (sound) =>
      changeReader(sound, ({ accountConnections }) => ({
        accountConnections: { ...accountConnections, findByLink: accountConnections.find },
      })),
  },
  {
    rule: 'CA51',
    fault: 'an attempt can be taken again',
    breakStorage: (sound) =>
      changeConnections(sound, (connections) => ({
        async takeAttempt(state) {
          await connections.takeAttempt(state);
          return 'taken';
        },
      })),
  },
  {
    rule: 'CA51',
    fault: 'an attempt that was taken is gone',
    breakStorage: (sound) =>
      changeReader(sound, ({ accountConnections }) => ({
        accountConnections: {
          ...accountConnections,
          async findAttempt(state) {
            const found = await accountConnections.findAttempt(state);
            return found?.isTaken === true ? undefined : found;
          },
        },
      })),
  },
  {
    rule: 'CA52',
    fault: 'connections are kept for ever',
    breakStorage: (sound) => ({
      ...sound,
      tenants: { ...sound.tenants, sweepConnections: async () => undefined },
    }),
  },
  {
    rule: 'CA52',
    fault: 'a sweep removes connections that are a moment too young',
    breakStorage: (sound) => ({
      ...sound,
      tenants: {
        ...sound.tenants,
        sweepConnections: (createdBefore) => sound.tenants.sweepConnections(createdBefore + 1),
      },
    }),
  },
  {
    rule: 'CA53',
    fault: 'declared accounts are forgotten',
    breakStorage: (sound) =>
      changeTenants(sound, (tx) => ({
        putBrand: ({ connectedAccounts: _forgotten, ...brand }) => tx.putBrand(brand),
      })),
  },
];

function changeAccounts(sound: Storage, change: (accounts: AccountStore) => Partial<AccountStore>): Storage {
  return changeTransaction(sound, (tx) => ({ accounts: { ...tx.accounts, ...change(tx.accounts) } }));
}

function changeAccountReader(sound: Storage, change: (accounts: AccountReader) => Partial<AccountReader>): Storage {
  return changeReader(sound, ({ accounts }) => ({ accounts: { ...accounts, ...change(accounts) } }));
}

function changeConnections(
  sound: Storage,
  change: (connections: AccountConnectionStore) => Partial<AccountConnectionStore>,
): Storage {
  return changeTransaction(sound, (tx) => ({
    accountConnections: { ...tx.accountConnections, ...change(tx.accountConnections) },
  }));
}
