import { deepEqual, equal } from 'node:assert/strict';
import type { ConversationClaim, Storage } from '@botwright/core/ports';
import { casesNeeding, casesOf } from '../contract.ts';
import { claimAll, deleteCustomer, enqueue, lease, putCustomers, setEffects, store, storeInVain } from './samples.ts';

const always = casesOf({
  async '[CQ15] a lease that nobody released is one death, and one that was released is none'({ storage }) {
    const [a, b] = await waiting(storage, 'acme', 2);
    deepEqual(await deathsOf(storage), { [a]: 0, [b]: 0 });
    await storage.conversationQueue.release('w1', [{ brand: 'acme', customerNumber: b }]);
    deepEqual(await deathsOf(storage, { worker: 'w2', now: 999, leaseUntil: 2_000 }), { [b]: 0 });
    await storage.conversationQueue.release('w2', [{ brand: 'acme', customerNumber: b }], 1_000);
    deepEqual(await deathsOf(storage, { worker: 'w2', now: 1_000, leaseUntil: 2_000 }), { [a]: 1, [b]: 0 });
    await storage.conversationQueue.recover();
    deepEqual(await deathsOf(storage, { worker: 'w3', leaseUntil: 3_000 }), { [a]: 1, [b]: 1 });
  },
  async '[CQ15] a lease alone counts no further death for a customer who has one'({ storage }) {
    const [customer] = await waiting(storage, 'acme', 1);
    const [key, { conversationQueue: queue }] = [{ brand: 'acme', customerNumber: customer }, storage];
    for (let life = 0; life < 5; life += 1) {
      deepEqual(await deathsOf(storage), { [customer]: Math.min(life, 1) });
      await queue.recover();
    }
    deepEqual(await queue.take(key, lease), { ...key, deaths: 1 });
    await queue.release('w1', [{ brand: 'acme', customerNumber: customer }]);
    deepEqual(await deathsOf(storage), { [customer]: 1 });
  },
  async '[CQ16] a further death counts only between the marks of a step, and the last one sets how many remain'({
    storage,
  }) {
    const { conversationQueue: queue } = storage;
    const [customer] = await waiting(storage, 'acme', 1);
    const key = { brand: 'acme', customerNumber: customer };
    const dieAt = async (moment: 'before' | 'inside' | 'after') => {
      const deaths = await deathsOf(storage);
      if (moment !== 'before') equal(await queue.mark(key, 'w1', { isRunning: true }), true);
      if (moment === 'after') await queue.mark(key, 'w1', { isRunning: false, deaths: 1 });
      await queue.recover();
      return deaths[customer];
    };
    const moments = ['before', 'before', 'after', 'inside', 'after', 'before', 'inside', 'inside', 'after'] as const;
    const counted: (number | undefined)[] = [];
    for (const moment of moments) counted.push(await dieAt(moment));
    deepEqual(counted, [0, 1, 1, 1, 2, 1, 1, 2, 3]);
    equal(await dieAt('before'), 1);
  },
  async '[CQ16] a release inside a step is no death'({ storage }) {
    const [customer] = await waiting(storage, 'acme', 1);
    await deathsOf(storage);
    await storage.conversationQueue.recover();
    await deathsOf(storage);
    await storage.conversationQueue.mark({ brand: 'acme', customerNumber: customer }, 'w1', { isRunning: true });
    await storage.conversationQueue.release('w1', [{ brand: 'acme', customerNumber: customer }]);
    deepEqual(await deathsOf(storage), { [customer]: 1 });
  },
  async '[CQ16] only the worker with the lease marks a step'({ storage }) {
    const { conversationQueue: queue } = storage;
    const [customer] = await waiting(storage, 'acme', 1);
    const [own, others] = ['acme', 'umbrella'].map((brand) => ({ brand, customerNumber: customer })) as [Key, Key];
    await deathsOf(storage);
    await queue.recover();
    equal(await queue.mark(own, 'w1', { isRunning: true }), false);
    await deathsOf(storage);
    equal(await queue.mark(own, 'w2', { isRunning: true }), false);
    equal(await queue.mark(others, 'w1', { isRunning: true }), false);
    await queue.recover();
    deepEqual(await deathsOf(storage), { [customer]: 1 });
    equal(await queue.mark(own, 'w1', { isRunning: true }), true);
    await queue.mark(own, 'w2', { isRunning: false, deaths: 1 });
    await queue.mark(others, 'w1', { isRunning: false, deaths: 1 });
    await queue.recover();
    deepEqual(await deathsOf(storage), { [customer]: 2 });
  },
  async '[CQ16] cleared deaths are gone when the batch is committed, and the lease counts as a new one'({ storage }) {
    const { conversationQueue: queue } = storage;
    const [customer] = await waiting(storage, 'acme', 1);
    const settled = { do: 'settle', customer, clearsDeaths: true } as const;
    const counted: (number | undefined)[] = [];
    const claim = async () => counted.push((await deathsOf(storage))[customer]);
    await claim();
    await queue.recover();
    await claim();
    await queue.mark({ brand: 'acme', customerNumber: customer }, 'w1', { isRunning: true });
    await storeInVain(storage, [settled]);
    await queue.recover();
    await claim();
    await store(storage, [settled]);
    await queue.recover();
    await claim();
    await store(storage, [settled]);
    await queue.release('w1', [{ brand: 'acme', customerNumber: customer }]);
    await claim();
    deepEqual(counted, [0, 1, 2, 1, 0]);
  },
  async '[CQ17] brands take turns, within a claim and from one to the next'({ storage }) {
    const a = await waiting(storage, 'acme', 6);
    const [b] = await waiting(storage, 'beta', 1, 9);
    const [c, d] = await waiting(storage, 'corp', 2, 9);
    deepEqual(await claim(storage, { limit: 6 }), [a[0], b, c, a[1]]);
    deepEqual(await claim(storage, { limit: 1, after: 'acme' }), [d]);
    deepEqual(await claim(storage, { limit: 1, after: 'corp' }), [a[2]]);
    const [e] = await waiting(storage, 'beta', 1, 9);
    deepEqual(await claim(storage, { limit: 1, after: 'acme' }), [e]);
    deepEqual(await claim(storage, { limit: 1, after: 'zeta' }), [a[3]]);
  },
  async '[CQ17] a brand leaves as many slots free as it has while another waits, and gets all of them while it is alone'({
    storage,
  }) {
    const a = await waiting(storage, 'acme', 40);
    const b = await waiting(storage, 'beta', 40);
    const held = new Map([['acme', 2]]);
    // Then acme has 5 of the 12 slots, beta has 3, and 4 are free.
    const claimed = await claim(storage, { limit: 10, held });
    deepEqual(claimed, [a[0], b[0], a[1], b[1], a[2], b[2]]);
    deepEqual(await claim(storage, { limit: 1, held: new Map([['acme', 5]]) }), [b[3]]);
    deepEqual(
      await claim(storage, {
        limit: 1,
        held: new Map([
          ['acme', 4],
          ['beta', 1],
        ]),
      }),
      [],
    );
    for (const customer of b) await deleteCustomer(storage, customer, 'beta');
    deepEqual(await claim(storage, { limit: 3, held: new Map([['acme', 29]]) }), [a[3], a[4], a[5]]);
    deepEqual(await claim(storage, { limit: 3, held: new Map([['acme', 29]]), keepsFree: true }), []);
    deepEqual(await claim(storage, { limit: 8, keepsFree: true }), a.slice(6, 10));
  },
  async '[CQ17] no brand has more than half, however claims and releases follow each other'({ storage }) {
    const brands = ['acme', 'beta', 'corp'];
    for (const each of brands) await waiting(storage, each, 30);
    const held = new Map<string, number>();
    const slots = 9;
    for (let round = 0; round < 30; round += 1) {
      const used = [...held.values()].reduce((sum, each) => sum + each, 0);
      const claimed = await claimAll(storage, { limit: slots - used, held });
      for (const { brand } of claimed) held.set(brand, (held.get(brand) ?? 0) + 1);
      deepEqual(
        brands.filter((each) => (held.get(each) ?? 0) > slots / 2),
        [],
      );
      deepEqual(
        brands.filter((each) => held.get(each) === undefined),
        [],
      );
      const busiest = brands[round % 3] as string;
      held.set(busiest, Math.max(0, (held.get(busiest) ?? 0) - 1));
    }
  },
  async '[CQ18] effects are claimed by themselves, and the inbox waits for them'({ storage }) {
    const [first, second] = await waiting(storage, 'acme', 2);
    const wait = (customer: number, effects: boolean) => setEffects(storage, customer, effects);
    await wait(first, true);
    deepEqual(await claim(storage, { work: 'effects', limit: 0 }), []);
    deepEqual(await claim(storage), [second]);
    await wait(second, true);
    await storage.conversationQueue.release('w1', [{ brand: 'acme', customerNumber: second }]);
    deepEqual(await claim(storage), []);
    deepEqual(await claim(storage, { work: 'effects' }), [first, second]);
    await wait(first, false);
    for (const each of [first, second])
      await storage.conversationQueue.release('w1', [{ brand: 'acme', customerNumber: each }]);
    deepEqual(await claim(storage, { work: 'effects' }), [second]);
    await storage.conversationQueue.recover();
    await wait(second, false);
    deepEqual(await claim(storage, { work: 'effects' }), []);
    deepEqual(await claim(storage), [first, second]);
  },
});

const durable = casesNeeding('durable', {
  async '[CQ16] deaths are counted from one opening of the store to the next'(fixture) {
    const [customer] = await waiting(fixture.storage, 'acme', 1);
    for (const deaths of [0, 1, 2]) {
      deepEqual(await deathsOf(fixture.storage), { [customer]: deaths });
      await fixture.storage.conversationQueue.mark({ brand: 'acme', customerNumber: customer }, 'w1', {
        isRunning: true,
      });
      const storage = await fixture.reopen?.();
      await storage?.conversationQueue.recover();
    }
  },
});

/** The count of process deaths of a customer, and the sharing of slots between brands. */
export const conversationClaimCases = [...always, ...durable];

type Key = { readonly brand: string; readonly customerNumber: number };
type Customers = readonly [number, number, ...number[]];

/** New customers with one entry in the inbox each, in this order. The type has two, so that a case can destructure two. */
async function waiting(storage: Storage, brandName: string, count: number, from = 1): Promise<Customers> {
  const customers = await putCustomers(storage, count, { brandName });
  const entries = customers.map((customer, index) => enqueue(customer, { kind: 'start' }, from + index));
  await store(storage, entries, brandName);
  return customers as readonly number[] as Customers;
}

async function claim(storage: Storage, change: Partial<ConversationClaim> = {}): Promise<readonly number[]> {
  return (await claimAll(storage, change)).map(({ customerNumber }) => customerNumber);
}

/** The deaths of each customer that a claim leases. */
async function deathsOf(storage: Storage, change: Partial<ConversationClaim> = {}): Promise<Record<number, number>> {
  const claimed = await claimAll(storage, change);
  return Object.fromEntries(claimed.map(({ customerNumber, deaths }) => [customerNumber, deaths]));
}
