import { deepEqual, equal } from 'node:assert/strict';
import type { ClaimedConversation, ConversationClaim, Storage, Wake } from '@botwright/core/ports';
import { casesOf } from '../contract.ts';
import {
  askIn,
  brand,
  claimAll,
  enqueue,
  firstEntry,
  isLeasedTo,
  otherBrand,
  putCustomers,
  settled,
  store,
  storeInVain,
} from './samples.ts';

const message = { kind: 'message', message: { type: 'text', text: 'Hi' } } as const;
const holder = { worker: 'w1', leaseUntil: 1_000 };

/** The behaviour of stores with wakes, by `docs/spec/waits.md`. */
export const wakeCases = casesOf({
  async '[WT10] a customer with a wake is claimed once it is due, and not before'({ storage }) {
    const [customer, other] = await putCustomers(storage, 2);
    await setWake(storage, customer, { since: 100, at: 600 });
    await storeInVain(storage, [wakeOf(other, { since: 100, at: 300 })]);
    equal(await isDue(storage, customer), false);
    equal(await isDue(storage, other), undefined);
    deepEqual(await numbers(storage, { now: 599 }), []);
    deepEqual(await numbers(storage, { now: 600 }), [customer]);
    equal(await isDue(storage, customer), true);
  },
  async '[WT10] a settlement replaces or removes the wake, and ends the lease with it'({ storage }) {
    const [customer] = await putCustomers(storage, 1);
    await setWake(storage, customer, { since: 100, at: 500 });
    deepEqual(await numbers(storage), [customer]);
    const next = await store(storage, [{ ...wakeOf(customer, { since: 500, at: 700 }), worker: 'w1' }]);
    equal(next.isFinished, true);
    deepEqual([await isDue(storage, customer), await isLeasedTo(storage, customer, 'w1')], [false, false]);
    deepEqual(await numbers(storage, { now: 699 }), []);
    deepEqual(await numbers(storage, { now: 700, leaseUntil: 900 }), [customer]);
    equal((await store(storage, [{ ...wakeOf(customer, 'none'), worker: 'w1' }])).isFinished, true);
    equal(await isDue(storage, customer), undefined);
    deepEqual(await numbers(storage, { now: 9_000, leaseUntil: 9_900 }), []);
  },
  async '[WT10] a settlement that names no wake leaves it, and work of the customer goes first'({ storage }) {
    const [customer] = await putCustomers(storage, 1);
    await setWake(storage, customer, { since: 100, at: 600 });
    equal((await store(storage, [enqueue(customer, message, 200, holder)])).isLeased, true);
    equal((await store(storage, [await settled(storage, customer)])).isFinished, true);
    equal(await isDue(storage, customer), false);
    deepEqual(await numbers(storage, { now: 600 }), [customer]);
  },
  async '[WT11] a wake that holds the inbox keeps messages from being work until it is due'({ storage }) {
    const [customer] = await putCustomers(storage, 1);
    await setWake(storage, customer, { since: 100, at: 600, holdsInbox: true });
    const stored = await store(storage, [enqueue(customer, message, 200, holder), enqueue(customer, message, 201)]);
    equal(stored.isLeased, undefined);
    equal(await firstEntry(storage, customer), undefined);
    deepEqual(await numbers(storage, { now: 599 }), []);
    equal(await storage.conversationQueue.take(keyOf(customer), { worker: 'w1', now: 599, leaseUntil: 900 }), 'idle');
    deepEqual(await numbers(storage, { now: 600 }), [customer]);
    equal((await firstEntry(storage, customer))?.at, 200);
    equal((await store(storage, [{ ...wakeOf(customer, 'none'), worker: 'w1' }])).isFinished, undefined);
  },
  async '[WT11] a settlement that begins such a wait ends the lease although messages wait'({ storage }) {
    const [customer] = await putCustomers(storage, 1);
    await store(storage, [enqueue(customer, message, 200), enqueue(customer, message, 201)]);
    deepEqual(await numbers(storage), [customer]);
    const wake = { since: 500, at: 600, holdsInbox: true } as const;
    equal((await store(storage, [{ ...(await settled(storage, customer)), wake }])).isFinished, true);
    deepEqual(await numbers(storage, { now: 599, leaseUntil: 1_600 }), []);
    deepEqual(await numbers(storage, { now: 600, leaseUntil: 1_600 }), [customer]);
  },
  async '[WT11] an entry that ends the wait is work, after the messages before it'({ storage }) {
    const [customer] = await putCustomers(storage, 1);
    await setWake(storage, customer, { since: 100, at: 9_000, holdsInbox: true });
    await store(storage, [enqueue(customer, message, 200), enqueue(customer, { kind: 'closed' }, 300)]);
    deepEqual(await numbers(storage), [customer]);
    equal((await firstEntry(storage, customer))?.at, 200);
    equal(await isDue(storage, customer), false);
  },
  async '[WT12] taking a customer finds a due wake too, each is found once, and a lost lease loses none'({ storage }) {
    const [customer] = await putCustomers(storage, 1);
    await setWake(storage, customer, { since: 100, at: 600 });
    const take = (now: number) =>
      storage.conversationQueue.take(keyOf(customer), { worker: 'w2', now, leaseUntil: now + 100 });
    equal(await take(599), 'idle');
    deepEqual(await take(600), { ...keyOf(customer), deaths: 0 });
    deepEqual(await numbers(storage, { now: 650 }), []);
    deepEqual(await claimAll(storage, { now: 700 }), [{ ...keyOf(customer), deaths: 1 }]);
    await store(storage, [{ ...wakeOf(customer, 'none'), worker: 'w1' }]);
    deepEqual(await numbers(storage, { now: 9_000, leaseUntil: 9_900 }), []);
  },
  async '[WT13] wakes come in the order of their moments, then of customers, brands in turns'({ storage }) {
    const [a, b, c] = await putCustomers(storage, 3);
    const [d] = await putCustomers(storage, 1, { brandName: otherBrand });
    for (const [customer, at] of [
      [b, 300],
      [a, 300],
      [c, 200],
    ] as const) {
      await setWake(storage, customer, { since: 100, at });
    }
    await store(storage, [wakeOf(d, { since: 100, at: 400 })], otherBrand);
    deepEqual(await numbers(storage, { limit: 2 }), [c, d]);
    deepEqual(await numbers(storage), [a, b]);
  },
  async '[WT13] thousands that are due at once are all claimed, each once'({ storage }) {
    const customers = await putCustomers(storage, 1_200);
    await store(
      storage,
      customers.map((customer) => wakeOf(customer, { since: 100, at: 400 })),
    );
    const claimed: number[] = [];
    for (let claims = 0; claims < 10; claims += 1) claimed.push(...(await numbers(storage, { limit: 1_000 })));
    deepEqual(
      claimed.toSorted((one, other) => one - other),
      customers,
    );
  },
  async '[WT14] the store knows when the next wake is due'({ storage }) {
    const { conversationQueue: queue } = storage;
    const [a, b] = await putCustomers(storage, 2);
    equal(await queue.nextWakeAt(), undefined);
    await setWake(storage, a, { since: 100, at: 700 });
    await setWake(storage, b, { since: 100, at: 400 });
    equal(await queue.nextWakeAt(), 400);
    deepEqual(await numbers(storage), [b]);
    equal(await queue.nextWakeAt(), 700);
  },
  async '[WT15] a wait that began later than now, as the clock was set back, begins now'({ storage }) {
    const hour = 3_600_000;
    const ahead = 1_000 * hour;
    const [customer] = await putCustomers(storage, 1);
    deepEqual(await numbers(storage, { now: ahead }), []);
    await setWake(storage, customer, { since: ahead, at: ahead + 60_000 });
    const now = ahead - hour;
    deepEqual(await numbers(storage, { now, leaseUntil: now + 100 }), []);
    deepEqual(await numbers(storage, { now: now + 59_999, leaseUntil: now + 60_100 }), []);
    deepEqual(await numbers(storage, { now: now + 60_000, leaseUntil: now + 60_100 }), [customer]);
  },
});

const keyOf = (customerNumber: number) => ({ brand, customerNumber });

function wakeOf(customer: number, wake: Wake | 'none') {
  return { do: 'settle', customer, wake } as const;
}

async function setWake(storage: Storage, customer: number, wake: Wake): Promise<void> {
  await store(storage, [wakeOf(customer, wake)]);
}

function isDue(storage: Storage, customer: number): Promise<boolean | undefined> {
  return askIn(storage, { do: 'wake', customer });
}

async function numbers(storage: Storage, change: Partial<ConversationClaim> = {}): Promise<readonly number[]> {
  return (await claimAll(storage, change)).map(({ customerNumber }: ClaimedConversation) => customerNumber);
}
