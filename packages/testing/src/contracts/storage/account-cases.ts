import { deepEqual, equal, rejects } from 'node:assert/strict';
import {
  type AccountRecord,
  type BrandRecord,
  type NewAccount,
  type Storage,
  tenantChanges,
} from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import { atOnce, brand, otherBrand } from './samples.ts';
import type { StorageFixture } from './storage-fixture.ts';

export const accountCases: readonly ContractCase<StorageFixture>[] = [
  {
    rule: 'CA45',
    title: 'an account is found as it was connected, with good status and at the first revision',
    async run({ storage }) {
      equal(await storage.reader(brand).accounts.find('a1'), undefined);
      const full = sampleAccount(1, { kind: 'scheduler', schedulingUrl: 'https://book.example/me', scopes: [] });
      deepEqual(await connect(storage, full), recordOf(full));
      deepEqual(await storage.reader(brand).accounts.find(full.id), recordOf(full));
      const plain = sampleAccount(2);
      deepEqual(await connect(storage, plain), recordOf(plain));
      deepEqual(await storage.reader(brand).accounts.find(plain.id), recordOf(plain));
      await rejects(connect(storage, sampleAccount(3, { id: plain.id }), false));
    },
  },
  {
    rule: 'CA45',
    title: 'an account that returns keeps its id and takes everything else',
    async run({ storage }) {
      const first = sampleAccount(1, { schedulingUrl: 'https://book.example/me' });
      await connect(storage, first);
      await storage.transaction(brand, (tx) => tx.accounts.delist(first.id, 'revoked', 1));
      const { schedulingUrl: _none, ...again } = sampleAccount(2, { externalId: first.externalId, person: 8 });
      const expected = { ...recordOf({ ...again, id: first.id }), tokensRevision: 2 };
      deepEqual(await connect(storage, again), expected);
      deepEqual(await storage.reader(brand).accounts.find(first.id), expected);
      equal(await storage.reader(brand).accounts.find(again.id), undefined);
    },
  },
  {
    rule: 'CA45',
    title: 'an account that does not return, is of another kind or has another outside id is another one',
    async run({ storage }) {
      const first = sampleAccount(1);
      const { externalId } = first;
      await connect(storage, first);
      await connect(storage, sampleAccount(2, { externalId }), false);
      await connect(storage, sampleAccount(3, { externalId, kind: 'scheduler' }));
      await connect(storage, sampleAccount(4, { externalId: externalId.toUpperCase() }));
      equal((await storage.reader(brand).accounts.list('spreadsheets')).length, 3);
      equal((await storage.reader(brand).accounts.list('scheduler')).length, 1);
    },
  },
  {
    rule: 'CA45',
    title: 'of 32 connections of one outside account at once one creates the account',
    async run({ storage }) {
      const records = await atOnce(32, (index) => connect(storage, sampleAccount(index + 1, { externalId: 'same' })));
      equal(new Set(records.map(({ id }) => id)).size, 1);
      deepEqual(
        records.map(({ tokensRevision }) => tokensRevision).sort((a, b) => a - b),
        Array.from({ length: 32 }, (_, index) => index + 1),
      );
      equal((await storage.reader(brand).accounts.list('spreadsheets')).length, 1);
    },
  },
  {
    rule: 'CA46',
    title: 'accounts list by connection, newest first, then by descending id, whatever their status',
    async run({ storage }) {
      const connectedAt = 2_000;
      const accounts = [
        sampleAccount(1),
        sampleAccount(2, { connectedAt }),
        sampleAccount(3, { connectedAt }),
        sampleAccount(4),
        sampleAccount(5, { kind: 'scheduler' }),
      ];
      for (const each of accounts) await connect(storage, each);
      await storage.transaction(brand, (tx) => tx.accounts.delist(sampleAccount(2).id, 'insufficient_scope', 1));
      const { accounts: reader } = storage.reader(brand);
      const ids = (await reader.list('spreadsheets')).map(({ id }) => id);
      deepEqual(
        ids,
        [3, 2, 4, 1].map((number) => sampleAccount(number).id),
      );
      deepEqual(await reader.findByExternalId('spreadsheets', 'external-4'), recordOf(sampleAccount(4)));
      equal(await reader.findByExternalId('spreadsheets', 'external-5'), undefined);

      for (const number of [6, 8, 7]) {
        const again = sampleAccount(number, {
          kind: 'scheduler',
          externalId: 'external-5',
          connectedAt: 1_000 + number,
        });
        await connect(storage, again, false);
      }
      equal((await reader.findByExternalId('scheduler', 'external-5'))?.id, sampleAccount(8).id);
    },
  },
  {
    rule: 'CA47',
    title: 'of 32 concurrent writes of tokens with one expected revision one is stored',
    async run({ storage }) {
      const { id } = await connect(storage, sampleAccount(1));
      const write = (index: number, expected: number) =>
        storage.transaction(brand, (tx) =>
          tx.accounts.replaceTokens(id, { encryptedTokens: `encrypted ${index}`, scopes: [`${index}`] }, expected),
        );
      const outcomes = await atOnce(32, (index) => write(index, 1));
      equal(outcomes.filter((outcome) => outcome === 'replaced').length, 1);
      const winner = outcomes.indexOf('replaced');
      deepEqual(await storage.reader(brand).accounts.find(id), {
        ...recordOf(sampleAccount(1)),
        encryptedTokens: `encrypted ${winner}`,
        scopes: [`${winner}`],
        tokensRevision: 2,
      });
      equal(await write(40, 1), 'stale');
      equal(await write(41, 3), 'stale');
      equal(await write(42, 2), 'replaced');
      equal(await storage.transaction(brand, (tx) => tx.accounts.replaceTokens('x', newTokens, 1)), 'stale');
    },
  },
  {
    rule: 'CA48',
    title: 'delisting drops the tokens and keeps the revision, so that a refresh still succeeds',
    async run({ storage }) {
      const account = sampleAccount(1);
      const { encryptedTokens: _forgotten, ...rest } = recordOf(account);
      await connect(storage, account);
      const delist = (expected: number) =>
        storage.transaction(brand, (tx) => tx.accounts.delist(account.id, 'revoked', expected));
      equal(await delist(2), 'stale');
      equal(await delist(1), 'delisted');
      deepEqual(await storage.reader(brand).accounts.find(account.id), { ...rest, status: 'revoked' });

      equal(await storage.transaction(brand, (tx) => tx.accounts.replaceTokens(account.id, newTokens, 1)), 'replaced');
      deepEqual(await storage.reader(brand).accounts.find(account.id), { ...rest, ...newTokens, tokensRevision: 2 });
      equal(await delist(1), 'stale');
      equal(await storage.transaction(brand, (tx) => tx.accounts.delist('x', 'revoked', 1)), 'stale');
      deepEqual(await storage.reader(brand).accounts.find(account.id), { ...rest, ...newTokens, tokensRevision: 2 });
    },
  },
  {
    rule: 'CA54',
    title: 'tokens that are unchanged are encrypted anew, and the revision stays',
    async run({ storage }) {
      const account = sampleAccount(1);
      await connect(storage, account);
      const reencrypt = (former: string, id = account.id) =>
        storage.transaction(brand, (tx) => tx.accounts.reencryptTokens(id, former, 'encrypted anew'));
      equal(await reencrypt('other'), 'stale');
      equal(await reencrypt('encrypted 1', 'x'), 'stale');
      equal(await reencrypt('encrypted 1'), 'replaced');
      equal(await reencrypt('encrypted 1'), 'stale');
      const reencrypted = { ...recordOf(account), encryptedTokens: 'encrypted anew' };
      deepEqual(await storage.reader(brand).accounts.find(account.id), reencrypted);
      await storage.transaction(brand, (tx) => tx.accounts.delist(account.id, 'revoked', 1));
      equal(await reencrypt('encrypted anew'), 'stale');
    },
  },
  {
    rule: 'CA53',
    title: 'declared accounts stay with their brand in the order given',
    async run({ storage }) {
      const { tenants } = storage;
      const changes = tenantChanges(tenants);
      const acme: BrandRecord = {
        name: brand,
        plan: 'professional',
        workspaces: [1],
        agents: [],
        connectedAccounts: [
          { kind: 'scheduler', id: 'z', name: 'Zoe', schedulingUrl: 'https://book.example/zoe', person: 7 },
          { kind: 'spreadsheets', id: 'a', name: 'Ann' },
        ],
      };
      await changes.configure({ brands: [acme], tokens: [] }, 'removed');
      deepEqual(await tenants.findBrand(brand), acme);
      const { connectedAccounts: _none, ...without } = acme;
      await changes.configure({ brands: [without], tokens: [] }, 'removed');
      deepEqual(await tenants.findBrand(brand), without);
    },
  },
  {
    rule: 'ST10',
    title: 'no read finds an account of another brand',
    async run({ storage }) {
      const account = sampleAccount(1);
      await connect(storage, account);
      const { accounts } = storage.reader(otherBrand);
      equal(await accounts.find(account.id), undefined);
      equal(await accounts.findByExternalId(account.kind, account.externalId), undefined);
      deepEqual(await accounts.list(account.kind), []);
    },
  },
  {
    rule: 'ST11',
    title: 'no write changes an account of another brand',
    async run({ storage }) {
      const account = sampleAccount(1);
      await connect(storage, account);
      await storage.transaction(otherBrand, async (tx) => {
        equal(await tx.accounts.delist(account.id, 'revoked', 1), 'stale');
        equal(await tx.accounts.replaceTokens(account.id, newTokens, 1), 'stale');
        equal(await tx.accounts.reencryptTokens(account.id, account.encryptedTokens, 'x'), 'stale');
        await tx.accounts.connect(sampleAccount(1, { name: 'Other' }), { returns: true });
      });
      deepEqual(await storage.reader(brand).accounts.find(account.id), recordOf(account));
    },
  },
];

const newTokens = { encryptedTokens: 'encrypted again', scopes: ['read', 'write'] };

export function sampleAccount(number: number, members: Partial<NewAccount> = {}): NewAccount {
  return {
    id: `a0000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`,
    kind: 'spreadsheets',
    externalId: `external-${number}`,
    name: `Account ${number}`,
    person: 7,
    connectedAt: 1_000 + number,
    scopes: ['read'],
    encryptedTokens: `encrypted ${number}`,
    ...members,
  };
}

function recordOf(account: NewAccount): AccountRecord {
  return { ...account, status: 'good', tokensRevision: 1 };
}

function connect(storage: Storage, account: NewAccount, returns = true): Promise<AccountRecord> {
  return storage.transaction(brand, (tx) => tx.accounts.connect(account, { returns }));
}
