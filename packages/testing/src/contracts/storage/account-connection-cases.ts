import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { ConnectionProgress } from '@botwright/core/lifecycle';
import type { AccountConnectionRecord, AuthorizationAttempt, Storage } from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import { sampleAccount } from './account-cases.ts';
import { atOnce, brand, otherBrand } from './samples.ts';
import type { StorageFixture } from './storage-fixture.ts';

const declined: ConnectionProgress = { kind: 'declined' };

export const accountConnectionCases: readonly ContractCase<StorageFixture>[] = [
  {
    rule: 'CA50',
    title: 'a connection is found by its id and by the hash of its link, and inserted once',
    async run({ storage }) {
      const { accountConnections: reader } = storage.reader(brand);
      equal(await reader.find(sample(1).id), undefined);
      equal(await reader.findByLink(sample(1).linkHash), undefined);
      for (const number of [1, 2]) await insert(storage, sample(number));
      for (const number of [1, 2]) {
        deepEqual(await reader.find(sample(number).id), { ...sample(number), revision: 1 });
        deepEqual(await reader.findByLink(sample(number).linkHash), { ...sample(number), revision: 1 });
      }
      equal(await reader.find(sample(1).linkHash), undefined);
      equal(await reader.findByLink(sample(1).id), undefined);
      await rejects(insert(storage, { ...sample(3), id: sample(1).id }));
      await rejects(insert(storage, { ...sample(3), linkHash: sample(1).linkHash }));
    },
  },
  {
    rule: 'CA49',
    title: 'of 100 answers at once exactly one is stored',
    async run({ storage }) {
      await insert(storage, sample(1));
      const outcomes = await atOnce(100, (index) =>
        replace(storage, { kind: 'claimed', run: `run ${index}`, until: 31_000 }, 1),
      );
      equal(outcomes.filter((outcome) => outcome === 'replaced').length, 1);
      const progress: ConnectionProgress = {
        kind: 'claimed',
        run: `run ${outcomes.indexOf('replaced')}`,
        until: 31_000,
      };
      const stored = { ...sample(1), progress, revision: 2 };
      deepEqual(await storage.reader(brand).accountConnections.find(sample(1).id), stored);
    },
  },
  {
    rule: 'CA49',
    title: 'a replacement writes only the progress, raises the revision, and is stale at any other revision',
    async run({ storage }) {
      for (const number of [1, 2]) await insert(storage, sample(number));
      const connected: ConnectionProgress = { kind: 'connected', accountId: 'a1' };
      equal(await replace(storage, declined, 0), 'stale');
      equal(await replace(storage, declined, 2), 'stale');
      equal(await replace(storage, connected, 1), 'replaced');
      equal(await replace(storage, declined, 1), 'stale');
      const { accountConnections: reader } = storage.reader(brand);
      deepEqual(await reader.find(sample(1).id), { ...sample(1), progress: connected, revision: 2 });
      deepEqual(await reader.find(sample(2).id), { ...sample(2), revision: 1 });
      await rejects(
        storage.transaction(brand, (tx) => tx.accountConnections.replace({ ...sample(3), progress: declined }, 1)),
      );
    },
  },
  {
    rule: 'CA49',
    title: 'a caller who was too late reads what the other stored, in the same transaction',
    async run({ storage }) {
      await insert(storage, sample(1));
      const seen = await atOnce(8, (index) =>
        storage.transaction(brand, async (tx) => {
          const outcome = await tx.accountConnections.replace(claimedBy(index), 1);
          const { progress } = (await tx.accountConnections.find(sample(1).id)) ?? sample(1);
          return { outcome, run: progress.kind === 'claimed' ? progress.run : undefined };
        }),
      );
      const winner = seen.findIndex(({ outcome }) => outcome === 'replaced');
      deepEqual(
        seen.map(({ run }) => run),
        Array(8).fill(`run ${winner}`),
      );
    },
  },
  {
    rule: 'CA51',
    title: 'of 100 concurrent takes of one attempt one gets it, and it stays taken',
    async run({ storage }) {
      await insert(storage, sample(1));
      await storage.transaction(brand, async (tx) => {
        await tx.accountConnections.insertAttempt(attempt('s1'));
        await tx.accountConnections.insertAttempt(attempt('s2'));
      });
      const { accountConnections: reader } = storage.reader(brand);
      deepEqual(await reader.findAttempt('s1'), { ...attempt('s1'), isTaken: false });
      const take = (state: string) => storage.transaction(brand, (tx) => tx.accountConnections.takeAttempt(state));
      const outcomes = await atOnce(100, () => take('s1'));
      equal(outcomes.filter((outcome) => outcome === 'taken').length, 1);
      deepEqual(await reader.findAttempt('s1'), { ...attempt('s1'), isTaken: true });
      deepEqual(await reader.findAttempt('s2'), { ...attempt('s2'), isTaken: false });
      equal(await take('s1'), 'spent');
      equal(await take('s3'), 'spent');
      equal(await reader.findAttempt('s3'), undefined);
    },
  },
  {
    rule: 'CA51',
    title: 'an attempt has a connection, and a state of its own',
    async run({ storage }) {
      await insert(storage, sample(1));
      const add = (each: AuthorizationAttempt) =>
        storage.transaction(brand, (tx) => tx.accountConnections.insertAttempt(each));
      await add(attempt('s1'));
      await rejects(add(attempt('s1')));
      await rejects(add({ ...attempt('s2'), connectionId: sample(2).id }));
      equal(await storage.reader(brand).accountConnections.findAttempt('s2'), undefined);
    },
  },
  {
    rule: 'CA52',
    title: 'a sweep drops old connections with their attempts, in all brands, and no account',
    async run({ storage }) {
      for (const name of [brand, otherBrand]) {
        await storage.transaction(name, async (tx) => {
          await tx.accounts.connect(sampleAccount(1, { connectedAt: 1 }), { returns: true });
          await tx.accountConnections.insert({ ...sample(1), createdAt: 99, progress: declined });
          await tx.accountConnections.insert({ ...sample(2), createdAt: 100 });
          await tx.accountConnections.insertAttempt(attempt('s1'));
          await tx.accountConnections.insertAttempt({ ...attempt('s2'), connectionId: sample(2).id });
        });
      }
      await storage.tenants.sweepConnections(100);
      for (const name of [brand, otherBrand]) {
        const reader = storage.reader(name);
        equal(await reader.accountConnections.find(sample(1).id), undefined);
        equal(await reader.accountConnections.findAttempt('s1'), undefined);
        equal((await reader.accountConnections.find(sample(2).id))?.createdAt, 100);
        equal((await reader.accountConnections.findAttempt('s2'))?.isTaken, false);
        equal((await reader.accounts.list('spreadsheets')).length, 1);
      }
    },
  },
  {
    rule: 'ST10',
    title: 'no read finds a connection or an attempt of another brand',
    async run({ storage }) {
      await insert(storage, sample(1));
      await storage.transaction(brand, (tx) => tx.accountConnections.insertAttempt(attempt('s1')));
      const { accountConnections: reader } = storage.reader(otherBrand);
      equal(await reader.find(sample(1).id), undefined);
      equal(await reader.findByLink(sample(1).linkHash), undefined);
      equal(await reader.findAttempt('s1'), undefined);
    },
  },
  {
    rule: 'ST11',
    title: 'no write changes a connection or takes an attempt of another brand',
    async run({ storage }) {
      await insert(storage, sample(1));
      await storage.transaction(brand, (tx) => tx.accountConnections.insertAttempt(attempt('s1')));
      await rejects(storage.transaction(otherBrand, (tx) => tx.accountConnections.replace(claimedBy(1), 1)));
      await storage.transaction(otherBrand, async (tx) => {
        equal(await tx.accountConnections.takeAttempt('s1'), 'spent');
        await tx.accountConnections.insert(sample(1));
        equal(await tx.accountConnections.replace(claimedBy(1), 1), 'replaced');
      });
      const { accountConnections: reader } = storage.reader(brand);
      deepEqual(await reader.find(sample(1).id), { ...sample(1), revision: 1 });
      deepEqual(await reader.findAttempt('s1'), { ...attempt('s1'), isTaken: false });
    },
  },
];

type NewConnection = Omit<AccountConnectionRecord, 'revision'>;

function sample(number: number): NewConnection {
  return {
    id: `e0000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`,
    kind: 'spreadsheets',
    startedBy: 7,
    createdAt: 1_000,
    expiresAt: 901_000,
    progress: { kind: 'waiting' },
    linkHash: `hash-${number}`,
  };
}

function claimedBy(index: number): NewConnection {
  return { ...sample(1), progress: { kind: 'claimed', run: `run ${index}`, until: 31_000 } };
}

function attempt(stateHash: string): AuthorizationAttempt {
  return { stateHash, connectionId: sample(1).id, person: 7, encryptedVerifier: `verifier of ${stateHash}` };
}

function insert(storage: Storage, connection: NewConnection): Promise<void> {
  return storage.transaction(brand, (tx) => tx.accountConnections.insert(connection));
}

function replace(storage: Storage, progress: ConnectionProgress, expected: number): Promise<'replaced' | 'stale'> {
  return storage.transaction(brand, (tx) => tx.accountConnections.replace({ ...sample(1), progress }, expected));
}
