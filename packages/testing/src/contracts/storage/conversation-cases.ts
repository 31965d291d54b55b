import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import type {
  BrandTransaction,
  ClaimedConversation,
  ConversationClaim,
  InboxItem,
  LeaseHolder,
  Storage,
} from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import { insertCustomers } from './customer-samples.ts';
import { atOnce, brand, otherBrand } from './samples.ts';
import type { StorageFixture } from './storage-fixture.ts';

const start: InboxItem = { kind: 'start' };
const hello: InboxItem = { kind: 'message', message: { type: 'text', text: 'Hällo \u{1f916}', payload: '$yes' } };

/** A lease that ends at 1,000, asked for at 500. */
const lease = { worker: 'w1', now: 500, leaseUntil: 1_000 } as const;

/** State, inbox and leases of conversations. */
export const conversationCases: readonly ContractCase<StorageFixture>[] = [
  {
    rule: 'CQ1',
    title: 'entries come first in, first out, each until it is dropped',
    async run({ storage }) {
      const [customer] = await withCustomers(storage, 1);
      const result: InboxItem = {
        kind: 'result',
        effect: 'e1',
        outcome: { ok: true, value: { status: 200, body: [null] } },
      };
      const items: readonly InboxItem[] = [hello, { kind: 'start', node: 'n1' }, { kind: 'taken_over' }, result];
      for (const [index, item] of items.entries()) await push(storage, customer, item, 10 - index);

      const numbers: number[] = [];
      await onClaimed(storage, customer, async (tx) => {
        for (const [index, item] of items.entries()) {
          const entry = await tx.conversations.next(customer);
          deepEqual(entry, { number: entry?.number, item, at: 10 - index });
          deepEqual(await tx.conversations.next(customer), entry);
          const number = entry?.number ?? 0;
          numbers.push(number);
          await tx.conversations.drop(customer, number);
          await tx.conversations.drop(customer, number);
        }
        equal(await tx.conversations.next(customer), undefined);
        await tx.conversations.push(customer, start, 1);
        numbers.push((await tx.conversations.next(customer))?.number ?? 0);
      });
      deepEqual(
        numbers,
        [...new Set(numbers)].sort((a, b) => a - b),
      );
    },
  },
  {
    rule: 'CQ2',
    title: 'after a rollback, entries that were pushed do not wait and entries that were dropped still do',
    async run({ storage }) {
      const [first, second] = await withCustomers(storage, 2);
      await push(storage, second, hello, 1);
      await rejects(
        storage.transaction(brand, async (tx) => {
          await tx.customers.lock(first);
          await tx.customers.lock(second);
          await tx.conversations.push(first, start, 1);
          const entry = await tx.conversations.next(second);
          await tx.conversations.drop(second, entry?.number ?? 0);
          throw new Error('no');
        }),
      );
      deepEqual(await claim(storage), [second]);
      equal(await onClaimed(storage, first, (tx) => tx.conversations.next(first)), undefined);
    },
  },
  {
    rule: 'CQ3',
    title: 'state and effects come back as they were written, and are replaced whole',
    async run({ storage }) {
      const [customer, other] = await withCustomers(storage, 2);
      const find = () => storage.reader(brand).conversations.find(customer);
      equal(await find(), undefined);
      const stateJson = '{"b":1, "a":"\\u00fc"}';
      const records = [
        { stateJson, effectsJson: ' [] ' },
        { stateJson: '{}', beginAt: '' },
        { stateJson, effectsJson: '[1]', beginAt: 'n\u00fc' },
        { stateJson },
      ];
      for (const members of records) {
        const record = { customerNumber: customer, ...members };
        await onClaimed(storage, customer, (tx) => tx.conversations.put(record));
        deepEqual(await find(), record);
        deepEqual(await onClaimed(storage, customer, (tx) => tx.conversations.find(customer)), record);
      }
      equal(await storage.reader(brand).conversations.find(other), undefined);
      equal(await storage.reader(otherBrand).conversations.find(customer), undefined);
    },
  },
  {
    rule: 'CQ20',
    title: 'the first entry that waits is read without the lock',
    async run({ storage }) {
      const [customer, other] = await withCustomers(storage, 2);
      const next = (number = customer, name = brand) => storage.reader(name).conversations.next(number);
      equal(await next(), undefined);
      await push(storage, customer, { kind: 'start', node: 'n1' }, 5);
      await push(storage, customer, { kind: 'closed' }, 6);
      const entry = await next();
      deepEqual([entry?.item, entry?.at], [{ kind: 'start', node: 'n1' }, 5]);
      deepEqual([await next(other), await next(customer, otherBrand)], [undefined, undefined]);
      await rejects(
        onClaimed(storage, customer, async (tx) => {
          await tx.conversations.drop(customer, entry?.number ?? 0);
          throw new Error('undone');
        }),
      );
      deepEqual(await next(), entry);
      await dropFirst(storage, customer);
      deepEqual((await next())?.item, { kind: 'closed' });
      await dropFirst(storage, customer);
      equal(await next(), undefined);
    },
  },
  {
    rule: 'CQ5',
    title: 'a claim finds customers whose inbox is not empty, or who have effects to be carried out',
    async run({ storage }) {
      const [idle, written, waiting, done, emptied] = await withCustomers(storage, 5);
      await push(storage, written, hello, 2);
      await push(storage, written, hello, 3);
      await put(storage, waiting, '[]');
      await put(storage, done, '[]');
      await put(storage, done, undefined);
      await push(storage, emptied, start, 1);
      await dropFirst(storage, emptied);
      await put(storage, idle, undefined);
      deepEqual(await claim(storage), [written]);
      deepEqual(await claim(storage, { work: 'effects' }), [waiting]);
      for (const work of ['step', 'effects'] as const) deepEqual(await claim(storage, { work }), []);
    },
  },
  {
    rule: 'CQ5',
    title: 'a customer whose work was finished under a lease is not found when the lease has ended',
    async run({ storage }) {
      const [customer] = await withCustomers(storage, 1);
      await push(storage, customer, start, 1);
      await claim(storage);
      await dropFirst(storage, customer);
      deepEqual(await claim(storage, { now: 5_000, leaseUntil: 6_000 }), []);
      await push(storage, customer, start, 5_500);
      deepEqual(await claim(storage, { now: 5_500, leaseUntil: 6_000 }), [customer]);
    },
  },
  {
    rule: 'CQ6',
    title: 'customers who have waited longest are claimed first, and no more than asked for',
    async run({ storage }) {
      const customers = await withCustomers(storage, 5);
      const [a, b, c, d, e] = customers;
      for (const [customer, at] of [
        [c, 30],
        [a, 10],
        [e, 501],
        [b, 20],
        [d, 40],
        [a, 400],
      ] as const) {
        await push(storage, customer, hello, at);
      }
      deepEqual(await claim(storage, { limit: 2 }), [a, b]);
      deepEqual(await claim(storage, { limit: 0 }), []);
      deepEqual(await claim(storage, { limit: 5 }), [c, d]);
      await dropFirst(storage, a);
      for (const customer of [b, a]) await storage.conversationQueue.release(brand, customer, 'w1');
      deepEqual(await claim(storage), [b, a]);
    },
  },
  {
    rule: 'CQ7',
    title: 'a leased customer is claimed again when the lease has ended, and not before',
    async run({ storage }) {
      const [customer] = await withCustomers(storage, 1);
      await push(storage, customer, hello, 1);
      deepEqual(await claim(storage), [customer]);
      await push(storage, customer, hello, 2);
      deepEqual(await claim(storage, { worker: 'w2', now: 999, leaseUntil: 2_000 }), []);
      deepEqual(await claim(storage, { worker: 'w2', now: 1_000, leaseUntil: 2_000 }), [customer]);
      deepEqual(await claim(storage, { worker: 'w3', now: 1_999, leaseUntil: 3_000 }), []);
    },
  },
  {
    rule: 'CQ7',
    title: 'concurrent claims share no customer',
    async run({ storage }) {
      const customers = await withCustomers(storage, 12);
      for (const customer of customers) await push(storage, customer, hello, 1);
      const claims = await atOnce(4, (index) => claim(storage, { worker: `w${index}`, limit: 5 }));
      deepEqual(claims.flat().sort(byNumber), [...customers].sort(byNumber));
    },
  },
  {
    rule: 'CQ8',
    title: 'renewing extends the leases of one worker',
    async run({ storage }) {
      const [a, b, c] = await withCustomers(storage, 3);
      for (const [index, customer] of [a, b, c].entries()) await push(storage, customer, hello, index);
      await claim(storage, { limit: 2 });
      await claim(storage, { worker: 'w2' });
      await storage.conversationQueue.renew({ worker: 'w1', leaseUntil: 3_000 });
      deepEqual(await claim(storage, { worker: 'w3', now: 2_999, leaseUntil: 3_000 }), [c]);
      const late = await claim(storage, { worker: 'w4', now: 3_000, leaseUntil: 4_000 });
      deepEqual(late.sort(byNumber), [a, b, c].sort(byNumber));
    },
  },
  {
    rule: 'CQ9',
    title: 'a released customer is found when there is more work, not before the moment given',
    async run({ storage }) {
      const [more, nothing, later] = await withCustomers(storage, 3);
      for (const customer of [more, nothing, later]) await push(storage, customer, hello, 1);
      await claim(storage);
      await dropFirst(storage, nothing);
      await push(storage, more, hello, 2);
      await storage.conversationQueue.release(brand, more, 'w1');
      await storage.conversationQueue.release(brand, nothing, 'w1');
      await storage.conversationQueue.release(brand, later, 'w1', 700);
      deepEqual(await claim(storage, { now: 699 }), [more]);
      deepEqual(await claim(storage, { now: 700 }), [later]);
      await push(storage, nothing, hello, 3);
      deepEqual(await claim(storage), [nothing]);
    },
  },
  {
    rule: 'CQ9',
    title: 'only the worker with the lease releases it',
    async run({ storage }) {
      const [customer] = await withCustomers(storage, 1);
      await push(storage, customer, hello, 1);
      await claim(storage);
      await storage.conversationQueue.release(brand, customer, 'w2');
      await storage.conversationQueue.release(otherBrand, customer, 'w1');
      deepEqual(await claim(storage), []);
    },
  },
  {
    rule: 'CQ10',
    title: 'a worker has the lease of a customer until it is released or claimed by another',
    async run({ storage }) {
      const [customer] = await withCustomers(storage, 1);
      const isLeasedTo = (worker: string) =>
        onClaimed(storage, customer, async (tx) => (await tx.conversations.load(customer, worker)) !== undefined);
      await push(storage, customer, hello, 1);
      equal(await isLeasedTo('w1'), false);
      await claim(storage);
      deepEqual([await isLeasedTo('w1'), await isLeasedTo('w2')], [true, false]);
      await claim(storage, { worker: 'w2', now: 1_000, leaseUntil: 2_000 });
      deepEqual([await isLeasedTo('w1'), await isLeasedTo('w2')], [false, true]);
      await storage.conversationQueue.release(brand, customer, 'w2');
      equal(await isLeasedTo('w2'), false);
    },
  },
  {
    rule: 'CQ10',
    title: 'the worker with the lease loads the record and the first entry, and sees its own writes',
    async run({ storage }) {
      const [customer, other] = await withCustomers(storage, 2);
      await push(storage, customer, hello, 1);
      await push(storage, customer, start, 2);
      await push(storage, other, start, 2);
      await claim(storage);
      const record = { customerNumber: customer, stateJson: '{}', effectsJson: '[]', beginAt: 'n1' };
      await onClaimed(storage, customer, async (tx) => {
        const entry = await tx.conversations.next(customer);
        deepEqual(await tx.conversations.load(customer, 'w1'), { entry });
        equal(await tx.conversations.load(customer, 'w2'), undefined);
        await tx.conversations.endStep(customer, 'w1', { record, entry: entry?.number ?? 0 });
        const second = await tx.conversations.next(customer);
        deepEqual(second?.item, start);
        deepEqual(await tx.conversations.load(customer, 'w1'), { record, entry: second });
        await tx.conversations.drop(customer, second?.number ?? 0);
        deepEqual(await tx.conversations.load(customer, 'w1'), { record });
        await tx.conversations.endStep(customer, 'w1', {});
        deepEqual(await tx.conversations.load(customer, 'w1'), { record });
      });
    },
  },
  {
    rule: 'CQ11',
    title: 'one customer can be taken out of turn',
    async run({ storage }) {
      const [customer, other] = await withCustomers(storage, 2);
      const take = (worker: string, now = 500, of = brand) =>
        storage.conversationQueue.take({ brand: of, customerNumber: customer }, { worker, now, leaseUntil: now + 500 });
      equal(await take('w1'), 'idle');
      await push(storage, other, hello, 1);
      await push(storage, customer, hello, 9_000);
      equal(await take('w1', 500, otherBrand), 'idle');
      deepEqual(await take('w1'), { brand, customerNumber: customer, deaths: 0 });
      deepEqual(await claim(storage), [other]);
      equal(await take('w2', 999), 'busy');
      deepEqual(await take('w2', 1_000), { brand, customerNumber: customer, deaths: 1 });
      ok(await onClaimed(storage, customer, (tx) => tx.conversations.load(customer, 'w2')));
      await dropFirst(storage, customer);
      equal(await take('w3', 9_999), 'idle');
    },
  },
  {
    rule: 'CQ12',
    title: 'recovering ends every lease',
    async run({ storage }) {
      const [a, b, done] = await withCustomers(storage, 3);
      for (const [index, customer] of [a, b, done].entries()) await push(storage, customer, hello, index);
      await claim(storage, { limit: 1 });
      await claim(storage, { worker: 'w2' });
      await dropFirst(storage, done);
      await storage.conversationQueue.recover();
      equal(await onClaimed(storage, a, (tx) => tx.conversations.load(a, 'w1')), undefined);
      deepEqual(await claim(storage, { worker: 'w3' }), [a, b]);
    },
  },
  {
    rule: 'CQ13',
    title: 'a destroyed customer leaves no conversation, no inbox and no lease',
    async run({ storage }) {
      const [gone, leased, stays] = await withCustomers(storage, 3);
      for (const customer of [gone, leased, stays]) {
        await push(storage, customer, hello, customer === leased ? 1 : 2);
        await put(storage, customer, '[]');
      }
      const work = 'effects';
      await claim(storage, { work, limit: 1 });
      for (const customer of [gone, leased]) {
        await onClaimed(storage, customer, async (tx) => {
          await tx.customers.destroy(customer);
          equal(await tx.conversations.find(customer), undefined);
        });
        equal(await storage.reader(brand).conversations.find(customer), undefined);
      }
      deepEqual(await claim(storage, { work, worker: 'w2', now: 5_000, leaseUntil: 6_000 }), [stays]);
    },
  },
  {
    rule: 'CQ19',
    title: 'a transaction releases a customer that has no work left, and no other',
    async run({ storage }) {
      const [done, more, effects, foreign, rolledBack] = await withCustomers(storage, 5);
      const customers = [done, more, effects, foreign, rolledBack];
      for (const customer of customers) await push(storage, customer, hello, 1);
      await push(storage, more, hello, 2);
      deepEqual((await claim(storage)).sort(byNumber), [...customers].sort(byNumber));
      const finish = (customer: number, worker: string) =>
        onClaimed(storage, customer, async (tx) => {
          const entry = await tx.conversations.next(customer);
          const record = {
            customerNumber: customer,
            stateJson: '{}',
            ...(customer === effects && { effectsJson: '[]' }),
          };
          const isFinished = await tx.conversations.endStep(customer, worker, { record, entry: entry?.number ?? 0 });
          deepEqual(await tx.conversations.find(customer), record);
          if (customer === rolledBack) throw new Error(`${isFinished}`);
          return isFinished;
        });
      equal(await finish(done, 'w1'), true);
      equal(await finish(more, 'w1'), false);
      equal(await finish(effects, 'w1'), false);
      equal(await finish(foreign, 'w2'), false);
      await rejects(finish(rolledBack, 'w1'), /true/);
      const leased: number[] = [];
      for (const customer of customers) {
        const loaded = await onClaimed(storage, customer, (tx) => tx.conversations.load(customer, 'w1'));
        if (loaded !== undefined) leased.push(customer);
      }
      deepEqual(leased, [more, effects, foreign, rolledBack]);
      await push(storage, done, hello, 3);
      deepEqual(await claimAll(storage, { worker: 'w2' }), [{ brand, customerNumber: done, deaths: 0 }]);
    },
  },
  {
    rule: 'CQ19',
    title: 'what is pushed after the release, in the same transaction or by others, is found',
    async run({ storage }) {
      const [same, ...others] = await withCustomers(storage, 5);
      for (const customer of [same, ...others]) await push(storage, customer, hello, 1);
      await claim(storage);
      await onClaimed(storage, same, async (tx) => {
        const entry = await tx.conversations.next(same);
        equal(await tx.conversations.endStep(same, 'w1', { entry: entry?.number ?? 0 }), true);
        await tx.conversations.push(same, hello, 2);
      });
      deepEqual(await claim(storage, { worker: 'w2' }), [same]);
      // Nobody has to look for the entry again, whether it comes before or after the release.
      const found: number[] = [];
      await Promise.all(
        others.flatMap((customer) => [
          onClaimed(storage, customer, async (tx) => {
            const entry = await tx.conversations.next(customer);
            const isFinished = await tx.conversations.endStep(customer, 'w1', { entry: entry?.number ?? 0 });
            if (!isFinished) found.push(customer);
          }),
          push(storage, customer, hello, 2),
        ]),
      );
      for (const customer of found) await storage.conversationQueue.release(brand, customer, 'w1');
      deepEqual((await claim(storage, { worker: 'w3' })).sort(byNumber), [...others].sort(byNumber));
    },
  },
  {
    rule: 'CQ21',
    title: 'an entry for a worker leases a customer that had no work, and no other',
    async run({ storage }) {
      const [idle, waiting, leased, withEffects, rolledBack] = await withCustomers(storage, 5);
      const pushed = (customer: number, worker: string) =>
        push(storage, customer, hello, 2, { worker, leaseUntil: lease.leaseUntil });
      const queued = (customer: number) =>
        onClaimed(storage, customer, async (tx) => {
          const isLeased = await tx.conversations.push(customer, hello, 2, lease);
          return [isLeased, tx.queued().conversations];
        });
      await push(storage, leased, hello, 1);
      deepEqual(await claim(storage, { worker: 'w9' }), [leased]);
      await push(storage, waiting, hello, 1);
      await put(storage, withEffects, '[]');

      deepEqual(await queued(idle), [true, false]);
      deepEqual(await queued(waiting), [false, true]);
      equal(await pushed(leased, 'w9'), false);
      equal(await pushed(withEffects, 'w1'), false);
      // The second entry waits for the worker that has the first.
      equal(await pushed(idle, 'w1'), false);
      await rejects(
        onClaimed(storage, rolledBack, async (tx) => {
          throw new Error(`${await tx.conversations.push(rolledBack, hello, 2, lease)}`);
        }),
        /true/,
      );
      const has = (customer: number, worker: string) =>
        onClaimed(storage, customer, async (tx) => (await tx.conversations.load(customer, worker)) !== undefined);
      deepEqual(
        [await has(idle, 'w1'), await has(idle, 'w2'), await has(waiting, 'w1'), await has(rolledBack, 'w1')],
        [true, false, false, false],
      );
      deepEqual(await claim(storage, { worker: 'w2' }), [waiting]);
      await storage.conversationQueue.release(brand, idle, 'w1');
      deepEqual(await claim(storage, { worker: 'w3' }), [idle]);
    },
  },
  {
    rule: 'CQ21',
    title: 'a lease that came with an entry is extended, ends, and counts a death as one of a claim',
    async run({ storage }) {
      const [customer, other] = await withCustomers(storage, 2);
      for (const each of [customer, other]) equal(await push(storage, each, hello, 1, lease), true);
      await storage.conversationQueue.renew({ worker: 'w1', leaseUntil: 2_000 });
      deepEqual(await claim(storage, { worker: 'w2', now: 1_999, leaseUntil: 3_000 }), []);
      const claimed = await claimAll(storage, { worker: 'w2', now: 2_000, leaseUntil: 3_000 });
      deepEqual(
        [...claimed].sort((a, b) => a.customerNumber - b.customerNumber),
        [
          { brand, customerNumber: customer, deaths: 1 },
          { brand, customerNumber: other, deaths: 1 },
        ],
      );
      await onClaimed(storage, customer, async (tx) => {
        const entry = await tx.conversations.next(customer);
        equal(await tx.conversations.endStep(customer, 'w2', { entry: entry?.number ?? 0 }), true);
      });
      equal(await push(storage, customer, hello, 2, lease), true);
    },
  },
  {
    rule: 'CQ21',
    title: 'of entries for several workers at the same time one leases the customer, and a claim does not get it too',
    async run({ storage }) {
      for (const customer of await withCustomers(storage, 6)) {
        const claiming = claim(storage, { worker: 'w9' });
        const leased: readonly boolean[] = await atOnce(3, (index) =>
          push(storage, customer, hello, 1, { worker: `w${index}`, leaseUntil: lease.leaseUntil }),
        );
        equal(leased.filter((isLeased) => isLeased).length, 1);
        deepEqual(await claiming, []);
      }
    },
  },
  {
    rule: 'CQ14',
    title: 'state, inbox and leases are there when the store is opened again',
    needs: 'durable',
    async run(fixture) {
      const [a, b] = await withCustomers(fixture.storage, 2);
      for (const [index, customer] of [a, b].entries()) await push(fixture.storage, customer, hello, index);
      await put(fixture.storage, a, '["e"]');
      await claim(fixture.storage, { work: 'effects', limit: 1 });
      const storage = await fixture.reopen?.();
      if (storage === undefined) throw new Error('A durable store can be opened again.');
      deepEqual(await storage.reader(brand).conversations.find(a), {
        customerNumber: a,
        stateJson: '{}',
        effectsJson: '["e"]',
      });
      deepEqual(await claim(storage, { worker: 'w2' }), [b]);
      await storage.conversationQueue.recover();
      deepEqual(await claimAll(storage, { worker: 'w2' }), [{ brand, customerNumber: b, deaths: 1 }]);
      deepEqual(await claimAll(storage, { worker: 'w2', work: 'effects' }), [{ brand, customerNumber: a, deaths: 1 }]);
      deepEqual((await onClaimed(storage, a, (tx) => tx.conversations.next(a)))?.item, hello);
    },
  },
];

type Customers = readonly [number, number, number, number, number, ...number[]];

/** Makes this many customers. The type has five, so that a case can destructure up to five. */
async function withCustomers(storage: Storage, count: number): Promise<Customers> {
  return (await storage.transaction(brand, (tx) => insertCustomers(tx, count))) as readonly number[] as Customers;
}

async function onClaimed<T>(
  storage: Storage,
  customer: number,
  work: (tx: BrandTransaction) => Promise<T>,
): Promise<T> {
  return storage.transaction(brand, async (tx) => {
    await tx.customers.lock(customer);
    return work(tx);
  });
}

function push(storage: Storage, customer: number, item: InboxItem, at: number, holder?: LeaseHolder): Promise<boolean> {
  return onClaimed(storage, customer, (tx) => tx.conversations.push(customer, item, at, holder));
}

function put(storage: Storage, customerNumber: number, effectsJson: string | undefined): Promise<void> {
  const record = { customerNumber, stateJson: '{}', ...(effectsJson !== undefined && { effectsJson }) };
  return onClaimed(storage, customerNumber, (tx) => tx.conversations.put(record));
}

function dropFirst(storage: Storage, customer: number): Promise<void> {
  return onClaimed(storage, customer, async (tx) => {
    const entry = await tx.conversations.next(customer);
    if (entry === undefined) throw new Error('The inbox is empty.');
    await tx.conversations.drop(customer, entry.number);
  });
}

async function claim(storage: Storage, change: Partial<ConversationClaim> = {}): Promise<number[]> {
  const claimed = await claimAll(storage, change);
  for (const each of claimed) equal(each.brand, brand);
  return claimed.map(({ customerNumber }) => customerNumber);
}

function claimAll(storage: Storage, change: Partial<ConversationClaim> = {}): Promise<readonly ClaimedConversation[]> {
  return storage.conversationQueue.claim({ ...lease, work: 'step', limit: 100, ...change });
}

function byNumber(a: number, b: number): number {
  return a - b;
}
