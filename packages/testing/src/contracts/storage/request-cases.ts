import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { RequestStore, Reservation, Storage } from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import { atOnce, brand, sampleBot } from './samples.ts';
import type { StorageFixture } from './storage-fixture.ts';

export const requestCases: readonly ContractCase<StorageFixture>[] = [
  {
    rule: 'ST44',
    title: 'of 32 concurrent reservations one gets the key and the others find it in use',
    async run({ storage }) {
      const outcomes = await atOnce(32, (index) => reserve(storage, { run: `run ${index}` }));
      equal(outcomes.filter((outcome) => outcome.kind === 'reserved').length, 1);
      equal(outcomes.filter((outcome) => outcome.kind === 'in_use').length, 31);
      const winner = outcomes.findIndex((outcome) => outcome.kind === 'reserved');
      equal(await complete(storage, `run ${winner}`), 'completed');
    },
  },
  {
    rule: 'ST44',
    title: 'a key is in use for its own run too',
    async run({ storage }) {
      deepEqual(await reserve(storage), { kind: 'reserved' });
      deepEqual(await reserve(storage), { kind: 'in_use' });
    },
  },
  {
    rule: 'ST45',
    title: 'a completed key replays its response until the window ends, and is free then',
    async run({ storage }) {
      await reserve(storage);
      const response = '{"status":201,"body":"\u{1f916}\\u0000"}';
      equal(await complete(storage, 'first', response, 2_000), 'completed');

      deepEqual(await reserve(storage, { run: 'second', now: 2_000 }), { kind: 'replay', response });
      deepEqual(await reserve(storage, { run: 'second', now: 2_999 }), { kind: 'replay', response });
      deepEqual(await reserve(storage, { run: 'second', now: 3_000, leaseUntil: 3_050 }), { kind: 'reserved' });
      deepEqual(await reserve(storage, { run: 'third', now: 3_000 }), { kind: 'in_use' });
      equal(await complete(storage, 'first', 'late', 3_001), 'lost');
      equal(await complete(storage, 'second', '', 3_001), 'completed');
      deepEqual(await reserve(storage, { run: 'third', now: 3_002 }), { kind: 'replay', response: '' });
    },
  },
  {
    rule: 'ST45',
    title: 'a completed key replays also after its lease has ended',
    async run({ storage }) {
      await reserve(storage, { leaseUntil: 1_100 });
      await complete(storage, 'first', 'response', 1_050);
      deepEqual(await reserve(storage, { run: 'second', now: 1_500 }), { kind: 'replay', response: 'response' });
    },
  },
  {
    rule: 'ST46',
    title: 'another fingerprint is refused while the key is in use and while it replays',
    async run({ storage }) {
      await reserve(storage);
      const other = { run: 'second', fingerprint: 'f2' };
      deepEqual(await reserve(storage, other), { kind: 'reused' });
      await complete(storage, 'first', 'response', 2_000);
      deepEqual(await reserve(storage, { ...other, now: 2_001 }), { kind: 'reused' });
      deepEqual(await reserve(storage, { run: 'second', now: 2_001 }), { kind: 'replay', response: 'response' });
      deepEqual(await reserve(storage, { ...other, now: 3_000 }), { kind: 'reserved' });
    },
  },
  {
    rule: 'ST47',
    title: 'when a lease has ended another run can take the key, and the first has lost it',
    async run({ storage }) {
      await reserve(storage, { leaseUntil: 1_100 });
      deepEqual(await reserve(storage, { run: 'second', now: 1_099 }), { kind: 'in_use' });
      const takeOver = { run: 'second', fingerprint: 'f2', now: 1_100, leaseUntil: 1_200 };
      deepEqual(await reserve(storage, takeOver), { kind: 'reserved' });

      equal(await complete(storage, 'first', 'response', 1_101), 'lost');
      await free(storage, 'first');
      deepEqual(await reserve(storage, { ...takeOver, run: 'third', now: 1_150 }), { kind: 'in_use' });
      equal(await complete(storage, 'second', 'response', 1_160), 'completed');
      equal(await complete(storage, 'second', 'again', 1_161), 'lost');
    },
  },
  {
    rule: 'ST47',
    title: 'a run whose lease has ended may still complete when nobody took the key',
    async run({ storage }) {
      await reserve(storage, { leaseUntil: 1_100 });
      equal(await complete(storage, 'first', 'response', 1_500), 'completed');
      deepEqual(await reserve(storage, { run: 'second', now: 1_501 }), { kind: 'replay', response: 'response' });
    },
  },
  {
    rule: 'ST47',
    title: 'of 32 concurrent runs one takes over a key whose lease has ended',
    async run({ storage }) {
      await reserve(storage, { leaseUntil: 1_100 });
      const outcomes = await atOnce(32, (index) => reserve(storage, { run: `run ${index}`, now: 1_200 }));
      equal(outcomes.filter((outcome) => outcome.kind === 'reserved').length, 1);
      equal(outcomes.filter((outcome) => outcome.kind === 'in_use').length, 31);
    },
  },
  {
    rule: 'ST48',
    title: 'only the run that has a key frees it, and a completed key stays',
    async run({ storage }) {
      await free(storage, 'nobody');
      await reserve(storage);
      await free(storage, 'other');
      deepEqual(await reserve(storage, { run: 'second' }), { kind: 'in_use' });
      await free(storage, 'first');
      equal(await complete(storage, 'first', 'response'), 'lost');
      deepEqual(await reserve(storage, { run: 'second', fingerprint: 'f2' }), { kind: 'reserved' });
      equal(await complete(storage, 'second', 'response', 1_500), 'completed');
      await free(storage, 'second');
      deepEqual(await reserve(storage, { fingerprint: 'f2', now: 1_501 }), { kind: 'replay', response: 'response' });
    },
  },
  {
    rule: 'ST49',
    title: 'a response is stored by the transaction that completes its key, or not at all',
    async run({ storage }) {
      await reserve(storage);
      const failing = storage.transaction(brand, async (tx) => {
        await tx.bots.insert(sampleBot(1));
        equal(await tx.requests.complete(sampleKey, 'first', 'response', 1_500), 'completed');
        throw new Error('refused');
      });
      await rejects(failing, /refused/);
      deepEqual(await reserve(storage, { run: 'second', now: 1_501 }), { kind: 'in_use' });

      await storage.transaction(brand, async (tx) => {
        await tx.bots.insert(sampleBot(1));
        equal(await tx.requests.complete(sampleKey, 'first', 'response', 1_500), 'completed');
      });
      deepEqual(await reserve(storage, { run: 'second', now: 1_501 }), { kind: 'replay', response: 'response' });
    },
  },
  {
    rule: 'ST50',
    title: 'person, path and key together identify a request',
    async run({ storage }) {
      const names = [
        { person: 7, path: '/bots', key: 'k1' },
        { person: 8, path: '/bots', key: 'k1' },
        { person: 7, path: '/bots/1/versions', key: 'k1' },
        { person: 7, path: '/bots', key: 'k2' },
        { person: 7, path: '/bots', key: '' },
        { person: 7, path: '/bots","', key: 'k1' },
        { person: 7, path: '/bots', key: 'K1' },
        { person: 7, path: '', key: '/botsk1' },
      ];
      for (const name of names) deepEqual(await reserve(storage, name), { kind: 'reserved' });
      for (const name of names) deepEqual(await reserve(storage, name), { kind: 'in_use' });
      const [first] = names;
      if (first !== undefined) await storage.transaction(brand, (tx) => tx.requests.free(first, 'first'));
      for (const name of names.slice(1)) deepEqual(await reserve(storage, name), { kind: 'in_use' });
    },
  },
];

const sampleKey = { person: 7, path: '/bots', key: 'k1' };

function reserve(storage: Storage, members: Partial<Reservation> = {}): ReturnType<RequestStore['reserve']> {
  const reservation: Reservation = {
    ...sampleKey,
    fingerprint: 'f1',
    run: 'first',
    now: 1_000,
    leaseUntil: 61_000,
    replayForMs: 1_000,
    ...members,
  };
  return storage.transaction(brand, (tx) => tx.requests.reserve(reservation));
}

function complete(
  storage: Storage,
  run: string,
  response = 'response',
  now = 1_000,
): ReturnType<RequestStore['complete']> {
  return storage.transaction(brand, (tx) => tx.requests.complete(sampleKey, run, response, now));
}

function free(storage: Storage, run: string): Promise<void> {
  return storage.transaction(brand, (tx) => tx.requests.free(sampleKey, run));
}
