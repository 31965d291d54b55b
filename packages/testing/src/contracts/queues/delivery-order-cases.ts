import { deepEqual, equal } from 'node:assert/strict';
import type { DeliveryRecord } from '@botwright/core/ports';
import { casesNeeding, casesOf } from '../contract.ts';
import { atOnce } from '../records/samples.ts';
import {
  addDeliveries,
  bounds,
  claim,
  claimNumbers,
  complete,
  delivered,
  deliveriesOf,
  deliveryId,
  endDeliveries,
  hook,
  numberOf,
  orderedDelivery,
  recordOf,
  retried,
  sampleDelivery,
} from './delivery-samples.ts';
import { brand, otherBrand } from './samples.ts';

const long = { leaseUntil: 90_000 };

const dead = {
  state: 'dead',
  reason: 'timeout',
  attempts: [{ at: 1_000, durationMs: 20, error: 'timeout' }],
  finishedAt: 1_020,
} as const satisfies DeliveryRecord['progress'];

const always = casesOf({
  async '[DQ28] an ordered delivery waits for the earlier ones of its customer to its target, and no other delivery does'({
    storage,
  }) {
    const first = orderedDelivery(1);
    await addDeliveries(storage, [first, orderedDelivery(2)]);
    await addDeliveries(storage, [
      orderedDelivery(3),
      orderedDelivery(4, 6),
      sampleDelivery(5),
      orderedDelivery(6, 5, { target: hook(2) }),
    ]);
    await addDeliveries(storage, [orderedDelivery(7)], otherBrand);
    const claimed = await claim(storage, long);
    deepEqual(claimed.map(numberOf).toSorted(), [1, 4, 5, 6, 7]);
    deepEqual(
      claimed.find((each) => numberOf(each) === 1),
      { ...recordOf(first), brand, body: first.body },
    );
    deepEqual(await claimNumbers(storage, { ...long, now: 5_000, worker: 'w2' }), []);
  },
  async '[DQ28] it waits through the retries of the one before, and the others do not'({ storage }) {
    await addDeliveries(storage, [
      orderedDelivery(1),
      orderedDelivery(2),
      orderedDelivery(3, 6),
      orderedDelivery(4, 6),
    ]);
    deepEqual(await claimNumbers(storage, long), [1, 3]);
    equal(await complete(storage, 1, retried(7_000)), 'completed');
    equal(await complete(storage, 3, delivered), 'completed');
    deepEqual(await claimNumbers(storage, { ...long, now: 2_000 }), [4]);
    deepEqual(await claimNumbers(storage, { ...long, now: 6_999 }), []);
    deepEqual(await claimNumbers(storage, { ...long, now: 7_000 }), [1]);
    const attempts = [...retried(0).attempts, { at: 7_000, durationMs: 1, status: 200 }];
    equal(await complete(storage, 1, { state: 'delivered', attempts, finishedAt: 7_001 }), 'completed');
    deepEqual(await claimNumbers(storage, { ...long, now: 7_001 }), [2]);
  },
  async '[DQ28] it waits through the end of a lease, a release and a recovery of the one before'({ storage }) {
    await addDeliveries(storage, [orderedDelivery(1), orderedDelivery(2)]);
    deepEqual(await claimNumbers(storage), [1]);
    deepEqual(await claimNumbers(storage, { now: 1_500, worker: 'w2' }), [1]);
    await storage.deliveryQueue.release('w2');
    deepEqual(await claimNumbers(storage, { now: 1_600, worker: 'w3' }), [1]);
    await storage.deliveryQueue.recover();
    deepEqual(await claimNumbers(storage, { now: 1_700, worker: 'w4' }), [1]);
  },
  async '[DQ28] the order is that of adding, whatever is due first'({ storage }) {
    await addDeliveries(storage, [orderedDelivery(3, 5, { dueAt: 900 }), orderedDelivery(2, 5, { dueAt: 800 })]);
    await addDeliveries(storage, [orderedDelivery(1, 5, { dueAt: 700 })]);
    for (const number of [3, 2, 1]) {
      deepEqual(await claimNumbers(storage, long), [number]);
      equal(await complete(storage, number, delivered), 'completed');
    }
  },
  async '[DQ28] deliveries that are held back hide no other customer, however many they are'({ storage }) {
    await addDeliveries(
      storage,
      Array.from({ length: 300 }, (_, index) => orderedDelivery(index + 1)),
    );
    await addDeliveries(storage, [orderedDelivery(1_001, 6), orderedDelivery(1_002, 7), sampleDelivery(1_003)]);
    deepEqual(await claimNumbers(storage, { ...long, limit: 3 }), [1, 1_001, 1_002]);
    deepEqual(await claimNumbers(storage, { ...long, limit: 3 }), [1_003]);
    deepEqual(await claimNumbers(storage, { ...long, limit: 3 }), []);
  },
  async '[DQ28] concurrent claims lease one delivery of a customer at a time'({ storage }) {
    const all = Array.from({ length: 24 }, (_, index) => orderedDelivery(index + 1, 5 + (index % 4)));
    await addDeliveries(storage, all);
    const sent: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      const shares = await atOnce(3, async (index) => {
        const worker = `w${index}`;
        const claimed = await claimNumbers(storage, { ...long, worker });
        return claimed.map((number) => ({ number, worker }));
      });
      equal(shares.flat().length, 4);
      for (const { number, worker } of shares.flat()) {
        sent.push(number);
        equal(await complete(storage, number, delivered, { worker }), 'completed');
      }
    }
    for (const customer of [5, 6, 7, 8]) {
      const own = sent.filter((number) => 5 + ((number - 1) % 4) === customer);
      deepEqual(
        own,
        own.toSorted((a, b) => a - b),
      );
    }
  },
  async '[DQ28] a delivery that is held back has no next moment until the one before ends'({ storage }) {
    const { deliveryQueue } = storage;
    await addDeliveries(storage, [orderedDelivery(1), orderedDelivery(2)]);
    equal(((await deliveryQueue.nextDueAt(bounds())) ?? Number.POSITIVE_INFINITY) <= 1_000, true);
    deepEqual(await claimNumbers(storage, long), [1]);
    equal(await deliveryQueue.nextDueAt(bounds()), undefined);
    await complete(storage, 1, retried(7_000));
    equal(await deliveryQueue.nextDueAt(bounds()), 7_000);
    deepEqual(await claimNumbers(storage, { ...long, now: 7_000 }), [1]);
    await complete(storage, 1, { ...dead, attempts: [...retried(0).attempts, ...dead.attempts] });
    equal(((await deliveryQueue.nextDueAt(bounds())) ?? Number.POSITIVE_INFINITY) <= 7_000, true);
    deepEqual(await claimNumbers(storage, { ...long, now: 7_000 }), [2]);
  },
  async '[DQ28] the depth counts what is held back, and its oldest is one that waits'({ storage }) {
    await addDeliveries(storage, [orderedDelivery(1), orderedDelivery(2, 5, { dueAt: 900 })]);
    deepEqual((await storage.deliveryQueue.depth(1)).brands, [{ brand, pending: 2, oldestDueAt: 1_000 }]);
    await claimNumbers(storage, long);
    deepEqual((await storage.deliveryQueue.depth(1)).brands, [{ brand, pending: 2 }]);
    await complete(storage, 1, delivered);
    deepEqual((await storage.deliveryQueue.depth(1)).brands, [{ brand, pending: 1, oldestDueAt: 900 }]);
  },
  async '[DQ29] the next one is due when the one before was delivered or given up'({ storage }) {
    await addDeliveries(
      storage,
      [1, 2, 3, 4].map((number) => orderedDelivery(number)),
    );
    deepEqual(await claimNumbers(storage, long), [1]);
    equal(await complete(storage, 1, delivered), 'completed');
    deepEqual(await claimNumbers(storage, long), [2]);
    equal(await complete(storage, 2, dead), 'completed');
    deepEqual(await claimNumbers(storage, long), [3]);
    await endDeliveries(storage, { target: hook(1) }, 1_100);
    await addDeliveries(storage, [orderedDelivery(5), orderedDelivery(6)]);
    deepEqual(await claimNumbers(storage, long), [5]);
    await endDeliveries(storage, { customer: 5 }, 1_100);
    await addDeliveries(storage, [orderedDelivery(7), orderedDelivery(8)]);
    deepEqual(await claimNumbers(storage, long), [7]);
    const { items } = await deliveriesOf(storage).list({ workspaces: [1], state: 'pending', offset: 0, limit: 9 });
    deepEqual(items.map(numberOf), [8, 7]);
  },
  async '[DQ29] the claim that stores the end of one leases the next'({ storage }) {
    await addDeliveries(storage, [
      orderedDelivery(1),
      orderedDelivery(2),
      orderedDelivery(3, 6),
      orderedDelivery(4, 6),
    ]);
    deepEqual(await claimNumbers(storage, long), [1, 3]);
    const ended = [
      { brand, id: deliveryId(1), progress: delivered },
      { brand, id: deliveryId(3), progress: retried(5_000) },
    ];
    deepEqual(await claimNumbers(storage, { ...long, ended }), [2]);
    const next = [{ brand, id: deliveryId(2), progress: dead }];
    deepEqual(await claimNumbers(storage, { ...long, now: 5_000, ended: next }), [3]);
  },
  async '[DQ29] ordered deliveries that are added after thousands were ended with their target are due in their turn'({
    storage,
  }) {
    const many = Array.from({ length: 2_300 }, (_, index) => orderedDelivery(index + 1, 5 + (index % 2)));
    await addDeliveries(storage, many);
    deepEqual(await claimNumbers(storage, long), [1, 2]);
    await endDeliveries(storage, { target: hook(1) }, 1_100);
    await addDeliveries(storage, [orderedDelivery(3_001), orderedDelivery(3_002), orderedDelivery(3_003, 6)]);
    const claimed = new Set<number>();
    // A store may end the many in steps.
    for (let step = 0; step < 100 && claimed.size < 2; step += 1) {
      for (const number of await claimNumbers(storage, long)) claimed.add(number);
    }
    deepEqual([...claimed].toSorted(), [3_001, 3_003]);
    const pending = { workspaces: [1], state: 'pending', offset: 0, limit: 9 } as const;
    deepEqual((await deliveriesOf(storage).list(pending)).items.map(numberOf), [3_003, 3_002, 3_001]);
    equal(await complete(storage, 3_001, delivered), 'completed');
    deepEqual(await claimNumbers(storage, long), [3_002]);
  },
  async '[DQ29] what is held back while the clock is set back is due in its turn'({ storage }) {
    const hour = 3_600_000;
    const at = { createdAt: 9 * hour, dueAt: 9 * hour };
    await addDeliveries(storage, [orderedDelivery(1, 5, at), orderedDelivery(2, 5, at)]);
    const ahead = { now: 9 * hour, leaseUntil: 9 * hour + 500 };
    deepEqual(await claimNumbers(storage, ahead), [1]);
    equal(await complete(storage, 1, { ...delivered, finishedAt: 9 * hour }), 'completed');
    deepEqual(await claimNumbers(storage, { now: 8 * hour, leaseUntil: 8 * hour + 500 }), [2]);
  },
  async '[DQ29] what is held back when the clock is set back is due in its turn, too'({ storage }) {
    const hour = 3_600_000;
    const at = { createdAt: 9 * hour, dueAt: 9 * hour };
    await addDeliveries(storage, [orderedDelivery(1, 5, at), orderedDelivery(2, 5, at)]);
    deepEqual(await claimNumbers(storage, { now: 9 * hour, leaseUntil: 9 * hour + 500 }), [1]);
    deepEqual(await claimNumbers(storage, { now: 8 * hour, leaseUntil: 8 * hour + 500 }), []);
    equal(await complete(storage, 1, { ...delivered, finishedAt: 8 * hour }), 'completed');
    deepEqual(await claimNumbers(storage, { now: 8 * hour, leaseUntil: 8 * hour + 500 }), [2]);
  },
});

const durable = casesNeeding('durable', {
  async '[DQ28] the order outlives the store'(fixture) {
    await addDeliveries(fixture.storage, [orderedDelivery(1), orderedDelivery(2), orderedDelivery(3)]);
    deepEqual(await claimNumbers(fixture.storage, long), [1]);
    const storage = await fixture.reopen?.();
    if (storage === undefined) throw new Error('A durable store must be able to open again.');
    deepEqual(await claimNumbers(storage, { ...long, worker: 'w2' }), []);
    equal(await complete(storage, 1, delivered), 'completed');
    deepEqual(await claimNumbers(storage, { ...long, worker: 'w2' }), [2]);
  },
});

/** The order of a customer's deliveries to a target. */
export const deliveryOrderCases = [...always, ...durable];
