import { deepEqual, equal } from 'node:assert/strict';
import type { ConversationClaim, NewDelivery, Storage } from '@botwright/core/ports';
import { casesNeeding, casesOf } from '../contract.ts';
import { addDeliveries, claimNumbers, complete, deliveriesOf, hook, sampleDelivery } from './delivery-samples.ts';
import { brand, deleteCustomer, enqueue, putCustomers, store } from './samples.ts';

const hour = 3_600_000;
/** The moment by a clock before it is set back. */
const ahead = 1_000 * hour;
/** The length of the setback, in milliseconds. */
const steps = [2_500, hour, 24 * hour];

const always = casesOf({
  async '[DQ27] a retry that was planned later than now is due'({ storage }) {
    for (const [index, step] of steps.entries()) {
      await addDeliveries(storage, [at(index + 1, ahead)]);
      deepEqual(await claimNumbers(storage, { now: ahead }), [index + 1]);
      await complete(storage, index + 1, failedAt(ahead, 5_000));
      deepEqual(await claimNumbers(storage, { now: ahead - step }), [index + 1]);
      await complete(storage, index + 1, finished);
    }
  },
  async '[DQ27] a delivery that was added later than now is due, and so is one that others of its target wait before'({
    storage,
  }) {
    await addDeliveries(storage, [at(1, ahead - 2 * hour), at(2, ahead), at(3, ahead + 1)]);
    deepEqual(await claimNumbers(storage, { now: ahead, perTarget: 1 }), [1]);
    deepEqual(await claimNumbers(storage, { now: ahead - hour, worker: 'w2' }), [2, 3]);
  },
  async '[DQ27] a retry that was planned before now keeps its gap, also where two clocks differ a little'({ storage }) {
    await addDeliveries(storage, [at(1, ahead), at(2, ahead)]);
    await claimNumbers(storage, { now: ahead });
    await complete(storage, 1, failedAt(ahead - 2 * hour, 1.5 * hour));
    await complete(storage, 2, failedAt(ahead - hour + 400, 5_000));
    deepEqual(await claimNumbers(storage, { now: ahead - hour }), []);
    deepEqual(await claimNumbers(storage, { now: ahead - hour + 5_399 }), []);
    deepEqual(await claimNumbers(storage, { now: ahead - hour + 5_400 }), [2]);
    const later = await claimNumbers(storage, { now: ahead - 0.5 * hour });
    deepEqual(later.toSorted(), [1, 2]);
  },
  async '[DQ27] by a clock that may only differ, a retry that was planned up to a minute later stays as it was planned'({
    storage,
  }) {
    await addDeliveries(storage, [at(1, ahead), at(2, ahead)]);
    await claimNumbers(storage, { now: ahead });
    await complete(storage, 1, failedAt(ahead, 5_000));
    await complete(storage, 2, failedAt(ahead - hour, hour + 2_000));
    const now = ahead - 30_000;
    deepEqual(await claimNumbers(storage, { now, worker: 'w2' }), []);
    deepEqual((await claimNumbers(storage, { now: ahead + 9_000, worker: 'w2' })).toSorted(), [1, 2]);
  },
  async '[DQ27] what a batch stores that began before the clock was set back is due soon'({ storage }) {
    await claimNumbers(storage, { now: ahead });
    const now = ahead - hour;
    deepEqual(await claimNumbers(storage, { now }), []);
    await addDeliveries(storage, [at(1, ahead)]);
    deepEqual(await claimNumbers(storage, { now: now + 5_000 }), [1]);
  },
  async '[DQ27] thousands of retries are due, of many targets and of one'({ storage }) {
    const many = Array.from({ length: 1_200 }, (_, index) =>
      sampleDelivery(index + 1, { createdAt: ahead, dueAt: ahead + 5_000, target: hook(1 + (index % 700)) }),
    );
    const ofOne = Array.from({ length: 1_100 }, (_, index) => at(index + 3_000, ahead + 1));
    await addDeliveries(storage, [...many, ...ofOne]);
    deepEqual(await claimNumbers(storage, { now: ahead }), []);
    const now = ahead - hour;
    equal((await claimNumbers(storage, { now })).length, 10);
    const deliveries = deliveriesOf(storage);
    const { items, total } = await deliveries.list({ workspaces: [1], state: 'pending', offset: 0, limit: 3_000 });
    const planned = items.filter(({ progress }) => progress.state === 'pending' && progress.dueAt > now);
    deepEqual([total, items.length, planned.length], [2_300, 2_300, 0]);
  },
  async '[DQ27] a lease lasts no longer than if it were given now'({ storage }) {
    await addDeliveries(storage, [at(1, ahead)]);
    deepEqual(await claimNumbers(storage, { now: ahead, leaseUntil: ahead + 15_000 }), [1]);
    const now = ahead - hour;
    const second = { worker: 'w2', leaseUntil: now + 15_000 };
    deepEqual(await claimNumbers(storage, { ...second, now }), []);
    deepEqual(await claimNumbers(storage, { ...second, now: now + 14_999, leaseUntil: now + 30_000 }), []);
    deepEqual(await claimNumbers(storage, { ...second, now: now + 15_000, leaseUntil: now + 30_000 }), [1]);
  },
  async '[CQ22] what has arrived later than now is claimed'({ storage }) {
    for (const step of steps) {
      const [first = 0, second = 0] = await waiting(storage, ahead);
      deepEqual(await claimed(storage, { now: ahead, limit: 1 }), [first]);
      deepEqual(await claimed(storage, { now: ahead - step, leaseUntil: ahead - step + 1_000 }), [second]);
      // The other entries of its inbox have arrived now, too.
      await storage.conversationQueue.release('w1', [{ brand, customerNumber: first }]);
      deepEqual(await claimed(storage, { now: ahead - step + 1, leaseUntil: ahead - step + 1_000 }), [first]);
      for (const customer of [first, second]) {
        await deleteCustomer(storage, customer);
      }
      await claimed(storage, { now: ahead });
    }
  },
  async '[CQ22] the first claim of a worker finds what has arrived by a clock that was ahead by less than a minute'({
    storage,
  }) {
    const customers = await waiting(storage, ahead);
    deepEqual(await claimed(storage, { now: ahead - 30_000 }), customers);
  },
  async '[CQ22] what a batch stores that began before the clock was set back is claimed soon'({ storage }) {
    await claimed(storage, { now: ahead });
    const now = ahead - hour;
    deepEqual(await claimed(storage, { now }), []);
    const customers = await waiting(storage, ahead);
    deepEqual(await claimed(storage, { now: now + 5_000 }), customers);
  },
  async '[CQ23] a customer whose lease a clock that was ahead has given can be taken no later than if it were given now'({
    storage,
  }) {
    const [first = 0] = await waiting(storage, ahead);
    await claimed(storage, { now: ahead, leaseUntil: ahead + 15_000 });
    const take = (now: number) =>
      storage.conversationQueue.take({ brand, customerNumber: first }, { worker: 'w2', now, leaseUntil: now + 15_000 });
    const now = ahead - hour;
    deepEqual(await take(now), 'busy');
    deepEqual(await take(now + 14_999), 'busy');
    deepEqual(await take(now + 15_000), { brand, customerNumber: first, deaths: 1 });
  },
  async '[CQ22] a conversation that failed is due, and a lease lasts no longer than if it were given now'({ storage }) {
    const [first = 0, second = 0] = await waiting(storage, ahead - 2 * hour);
    deepEqual(await claimed(storage, { now: ahead, leaseUntil: ahead + 30_000 }), [first, second]);
    await storage.conversationQueue.release('w1', [{ brand, customerNumber: first }], ahead + 8_000);
    const now = ahead - hour;
    deepEqual(await claimed(storage, { now, worker: 'w2', leaseUntil: now + 30_000 }), [first]);
    const late = { worker: 'w2', leaseUntil: now + 90_000 };
    deepEqual(await claimed(storage, { ...late, now: now + 29_999 }), []);
    deepEqual(await claimed(storage, { ...late, now: now + 30_000 }), [first, second]);
  },
});

const durable = casesNeeding('durable', {
  async '[DQ27] the first claim of a process finds what was planned before the clock was set back'(fixture) {
    const { storage } = fixture;
    await addDeliveries(storage, [at(1, ahead), at(2, ahead)]);
    deepEqual(await claimNumbers(storage, { now: ahead, limit: 1 }), [1]);
    await complete(storage, 1, failedAt(ahead, 5_000));
    const later = (await fixture.reopen?.()) ?? storage;
    deepEqual((await claimNumbers(later, { now: ahead - hour })).toSorted(), [1, 2]);
  },
});

/** The behaviour of a store when the clock of its processes is set back. */
export const clockCases = [...always, ...durable];

function at(number: number, moment: number): NewDelivery {
  return sampleDelivery(number, { createdAt: moment, dueAt: moment });
}

function failedAt(moment: number, gapMs: number) {
  const attempts = [{ at: moment - 100, durationMs: 100, status: 503 }];
  return { state: 'pending', attempts, dueAt: moment + gapMs } as const;
}

const finished = {
  state: 'delivered',
  attempts: [
    { at: ahead - 100, durationMs: 100, status: 503 },
    { at: ahead, durationMs: 1, status: 200 },
  ],
  finishedAt: ahead,
} as const;

/** Two customers with an entry that has arrived then. */
async function waiting(storage: Storage, moment: number): Promise<readonly number[]> {
  const customers = await putCustomers(storage, 2);
  await store(
    storage,
    customers.map((customer) => enqueue(customer, { kind: 'start' }, moment)),
  );
  return customers;
}

async function claimed(storage: Storage, change: Partial<ConversationClaim> & { readonly now: number }) {
  const request = { worker: 'w1', leaseUntil: change.now + 1_000, work: 'step', limit: 9, ...change } as const;
  const found = await storage.conversationQueue.claim(request);
  return found.map(({ customerNumber }) => customerNumber).toSorted((a, b) => a - b);
}
