import { deepEqual, equal } from 'node:assert/strict';
import type { ClaimedDelivery, ClaimRequest, DeliveryRecord } from '@botwright/core/ports';
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
  findBody,
  heldBy,
  hook,
  numberOf,
  progressOf,
  recordOf,
  retried,
  sampleDelivery,
} from './delivery-samples.ts';
import { brand, otherBrand } from './samples.ts';

const always = casesOf({
  async '[DQ7] a claim leases what is due, of all brands, with body and log, up to its limit'({ storage }) {
    const full = sampleDelivery(1, { target: { kind: 'channel', number: 7 }, replayOf: deliveryId(9) });
    await addDeliveries(storage, [full, sampleDelivery(2, { dueAt: 1_001 })]);
    await addDeliveries(storage, [sampleDelivery(1, { target: hook(3) })], otherBrand);

    const claimed = await claim(storage);
    deepEqual(
      claimed.toSorted((a, b) => a.brand.localeCompare(b.brand)),
      [
        { ...recordOf(full), brand, body: full.body },
        { ...recordOf(sampleDelivery(1, { target: hook(3) })), brand: otherBrand, body: sampleDelivery(1).body },
      ],
    );
    deepEqual(await claimNumbers(storage, { now: 1_001 }), [2]);
    deepEqual(await claimNumbers(storage, { now: 1_002 }), []);

    await addDeliveries(storage, [3, 4, 5]);
    deepEqual(await claimNumbers(storage, { limit: 2 }), [3, 4]);
    deepEqual(await claimNumbers(storage, { limit: 0 }), []);
  },
  async '[DQ23] a claim stores results of its worker, and leases what they make room for'({ storage }) {
    await addDeliveries(
      storage,
      [1, 2, 3, 4, 5].map((number) => sampleDelivery(number, { target: hook(1) })),
    );
    deepEqual(await claimNumbers(storage, { perTarget: 2 }), [1, 2]);
    deepEqual(await claimNumbers(storage, { perTarget: 2 }), []);
    const ended = (number: number, progress: DeliveryRecord['progress']) => ({
      brand,
      id: deliveryId(number),
      progress,
    });
    const results = [ended(1, delivered), ended(2, retried(1_200)), ended(3, delivered), ended(9, delivered)];
    deepEqual(await claimNumbers(storage, { perTarget: 2, worker: 'w2', ended: results }), []);
    deepEqual(await claimNumbers(storage, { perTarget: 2, ended: results, limit: 0 }), []);
    deepEqual(await progressOf(storage, 1), delivered);
    deepEqual(await progressOf(storage, 2), retried(1_200));
    equal((await progressOf(storage, 3))?.state, 'pending');
    deepEqual(await claimNumbers(storage, { perTarget: 2, now: 1_100 }), [3, 4]);
    const third = [ended(3, delivered), ended(3, retried(1_300))];
    deepEqual(await claimNumbers(storage, { perTarget: 2, now: 1_200, ended: third }), [5]);
    deepEqual(await progressOf(storage, 3), delivered);
    // A worker that has lost its lease by the moment of its claim does not overwrite the next worker's result.
    deepEqual(await claimNumbers(storage, { perTarget: 3, now: 1_650, worker: 'w2', ended: [] }), [4, 2]);
    deepEqual(await claimNumbers(storage, { perTarget: 2, now: 1_651, ended: [ended(4, delivered)] }), []);
    equal((await progressOf(storage, 4))?.state, 'pending');
  },
  async '[DQ8] concurrent claims share what is due, and nothing is claimed twice'({ storage }) {
    await addDeliveries(
      storage,
      Array.from({ length: 30 }, (_, index) => sampleDelivery(index + 1, { target: hook(index % 7) })),
    );
    const shares = await atOnce(6, (index) => claimNumbers(storage, { worker: `w${index}`, limit: 7 }));
    const all = shares.flat().toSorted((a, b) => a - b);
    deepEqual(
      all,
      Array.from({ length: 30 }, (_, index) => index + 1),
    );
    deepEqual(await claimNumbers(storage), []);
  },
  async '[DQ8] a lease ends with the first claim whose moment has reached its end'({ storage }) {
    await addDeliveries(storage, [1]);
    deepEqual(await claimNumbers(storage, { leaseUntil: 1_500 }), [1]);
    deepEqual(await claimNumbers(storage, { worker: 'w2', now: 1_499 }), []);
    deepEqual(await claimNumbers(storage, { worker: 'w2', now: 1_500, leaseUntil: 2_000 }), [1]);
    equal(await complete(storage, 1, delivered, { worker: 'w1' }), 'lost');
    equal(await complete(storage, 1, delivered, { worker: 'w2' }), 'completed');
  },
  async '[DQ9] no target goes over its cap, in one claim or in many, by one worker or several'({ storage }) {
    await addDeliveries(
      storage,
      Array.from({ length: 9 }, (_, index) => sampleDelivery(index + 1)),
    );
    await addDeliveries(storage, [sampleDelivery(20, { target: hook(2) })]);
    deepEqual(
      (await claimNumbers(storage, { perTarget: 3 })).toSorted((a, b) => a - b),
      [1, 2, 3, 20],
    );
    const more = await atOnce(4, (index) => claimNumbers(storage, { worker: `w${index + 2}`, perTarget: 3 }));
    deepEqual(more.flat(), []);

    equal(await complete(storage, 2, delivered), 'completed');
    deepEqual(await claimNumbers(storage, { worker: 'w2', perTarget: 3 }), [4]);
    deepEqual(await claimNumbers(storage, { worker: 'w2', perTarget: 5 }), [5, 6]);
    deepEqual(await claimNumbers(storage, { worker: 'w2', perTarget: 2 }), []);
    // Leases that ended free their slots.
    deepEqual((await claimNumbers(storage, { worker: 'w3', now: 1_500, perTarget: 3 })).length, 4);
  },
  async '[DQ10] targets take turns within a claim and from claim to claim'({ storage }) {
    const queue = (first: number, target: number, dueAt: number) =>
      [0, 1, 2, 3].map((index) => sampleDelivery(first + index, { target: hook(target), dueAt }));
    await addDeliveries(storage, [...queue(10, 1, 100), ...queue(20, 2, 200), ...queue(30, 3, 300)]);

    const targetOf = (number: number) => Math.floor(number / 10);
    const first = (await claimNumbers(storage, { limit: 3 })).map(targetOf);
    deepEqual(first.toSorted(), [1, 2, 3]);
    const next: number[] = [];
    for (const worker of ['w2', 'w1', 'w2'])
      next.push(...(await claimNumbers(storage, { worker, limit: 1 })).map(targetOf));
    deepEqual(next.toSorted(), [1, 2, 3]);

    // A target that was never served does not wait for served ones with queues of any length.
    await addDeliveries(storage, [sampleDelivery(40, { target: hook(4), dueAt: 1_000 })]);
    deepEqual(await claimNumbers(storage, { limit: 1 }), [40]);
    deepEqual((await claimNumbers(storage, { limit: 5 })).map(targetOf).toSorted().slice(0, 3), [1, 1, 2]);
  },
  async '[DQ11] within a target the first due goes first, then the first added'({ storage }) {
    await addDeliveries(storage, [
      sampleDelivery(1, { dueAt: 500 }),
      sampleDelivery(2, { dueAt: 400 }),
      sampleDelivery(4, { dueAt: 300 }),
    ]);
    await addDeliveries(storage, [sampleDelivery(3, { dueAt: 300 }), sampleDelivery(5, { dueAt: 200 })]);
    deepEqual(await claimNumbers(storage, { limit: 2 }), [5, 4]);
    await complete(storage, 5, retried(450));
    deepEqual(await claimNumbers(storage), [3, 2, 5, 1]);
  },
  async '[DQ12] renewing extends the leases that one worker still has'({ storage }) {
    await addDeliveries(storage, [1, sampleDelivery(2, { target: hook(2) }), 3]);
    deepEqual(await claimNumbers(storage, { worker: 'w1', limit: 1 }), [1]);
    deepEqual(await claimNumbers(storage, { worker: 'w2', limit: 1 }), [2]);
    await storage.deliveryQueue.renew({ worker: 'w1', leaseUntil: 3_000 });
    deepEqual((await claimNumbers(storage, { worker: 'w3', now: 1_500, leaseUntil: 4_000 })).toSorted(), [2, 3]);
    await storage.deliveryQueue.renew({ worker: 'w2', leaseUntil: 9_000 });
    equal(await complete(storage, 2, delivered, { worker: 'w2' }), 'lost');
    deepEqual(await claimNumbers(storage, { worker: 'w4', now: 2_999 }), []);
    deepEqual(await claimNumbers(storage, { worker: 'w4', now: 3_000, leaseUntil: 4_000 }), [1]);
    deepEqual(await claimNumbers(storage, { worker: 'w4', now: 3_999 }), []);
    deepEqual((await claimNumbers(storage, { worker: 'w5', now: 4_000, leaseUntil: 9_000 })).length, 3);
  },
  async '[DQ13] completing writes the progress once, and only with the lease'({ storage }) {
    await addDeliveries(storage, [1, 2, 3]);
    const find = (number: number) => progressOf(storage, number);
    equal(await complete(storage, 1, delivered), 'lost');
    deepEqual(await claimNumbers(storage, { limit: 2 }), [1, 2]);
    equal(await complete(storage, 1, delivered, { worker: 'w2' }), 'lost');
    equal(await complete(storage, 1, delivered, { brandName: otherBrand }), 'lost');
    deepEqual(await find(1), recordOf(sampleDelivery(1)).progress);

    equal(await complete(storage, 1, delivered), 'completed');
    deepEqual(await find(1), delivered);
    equal(await complete(storage, 1, retried(5)), 'lost');
    deepEqual(await find(1), delivered);

    equal(await complete(storage, 2, retried(7_000)), 'completed');
    deepEqual(await find(2), retried(7_000));
    deepEqual(await claimNumbers(storage, { now: 6_999 }), [3]);
    const [again] = await claim(storage, { now: 7_000, leaseUntil: 8_000 });
    deepEqual(again?.progress, retried(7_000));
    const attempts = [...retried(7_000).attempts, ...delivered.attempts];
    const dead = { state: 'dead', reason: 'timeout', attempts, finishedAt: 7_100 } as const;
    equal(await complete(storage, 2, dead), 'completed');
    deepEqual(await find(2), dead);
    equal(await complete(storage, 9, delivered), 'lost');
  },
  async '[DQ26] a claim says how many leases were over'({ storage }) {
    await addDeliveries(storage, [1, 2, 3, 4]);
    const ended: number[] = [];
    const claimAt = (now: number, worker: string) =>
      claimNumbers(storage, {
        worker,
        now,
        leaseUntil: now + 500,
        limit: 3,
        onLeasesEnded: (count) => ended.push(count),
      });
    deepEqual(await claimAt(1_000, 'w1'), [1, 2, 3]);
    await storage.deliveryQueue.release('w1', [deliveryId(3)]);
    equal(await complete(storage, 2, retried(9_000)), 'completed');
    deepEqual(await claimAt(1_499, 'w2'), [3, 4]);
    deepEqual(ended, []);
    deepEqual(await claimAt(1_500, 'w3'), [1]);
    deepEqual(ended, [1]);
    deepEqual((await claimAt(3_000, 'w4')).toSorted(), [1, 3, 4]);
    deepEqual(ended, [1, 3]);
  },
  async '[DQ25] a result that does not go on from the log that is stored is lost'({ storage }) {
    await addDeliveries(storage, [1]);
    const claimAt = (now: number) => claimNumbers(storage, { now, leaseUntil: now + 500 });
    deepEqual(await claimAt(1_000), [1]);
    equal(await complete(storage, 1, retried(2_000)), 'completed');
    // It has the lease again, and an attempt under way that began before.
    deepEqual(await claimAt(2_000), [1]);
    const [first] = retried(2_000).attempts;
    const second = { at: 2_000, durationMs: 7, status: 200 };
    const results = [
      delivered,
      { state: 'pending', attempts: [], dueAt: 2_000 },
      { ...retried(3_000), attempts: [{ ...first, durationMs: 21 }, second] },
      { ...retried(3_000), attempts: [second, first] },
    ] as readonly DeliveryRecord['progress'][];
    for (const result of results) {
      equal(await complete(storage, 1, result), 'lost');
      deepEqual(
        await claimNumbers(storage, { now: 2_100, ended: [{ brand, id: deliveryId(1), progress: result }] }),
        [],
      );
      deepEqual(await progressOf(storage, 1), retried(2_000));
    }
    equal(await complete(storage, 1, retried(2_600)), 'completed');
    deepEqual(await claimAt(2_600), [1]);
    const ended = { state: 'delivered', attempts: [first, second], finishedAt: 2_700 } as DeliveryRecord['progress'];
    equal(await complete(storage, 1, ended), 'completed');
    deepEqual(await progressOf(storage, 1), ended);
  },
  async '[DQ14] a released delivery waits again as before'({ storage }) {
    await addDeliveries(
      storage,
      [1, 2, 3].map((number) => sampleDelivery(number, { dueAt: 900 + number })),
    );
    await addDeliveries(storage, [sampleDelivery(4, { target: hook(2) })]);
    deepEqual(await claimNumbers(storage, { limit: 3, perTarget: 2 }), [1, 4, 2]);
    await storage.deliveryQueue.release('w2');
    await storage.deliveryQueue.release('w2', [deliveryId(1)]);
    deepEqual(await claimNumbers(storage, { perTarget: 2 }), []);

    await storage.deliveryQueue.release('w1', [deliveryId(2), deliveryId(9)]);
    equal(await complete(storage, 2, delivered), 'lost');
    deepEqual(await claimNumbers(storage, { perTarget: 2 }), [2]);
    await storage.deliveryQueue.release('w1');
    equal(await complete(storage, 1, delivered), 'lost');
    const again = await claim(storage, { limit: 9, perTarget: 9 });
    deepEqual(again.map(numberOf).toSorted(), [1, 2, 3, 4]);
    deepEqual(again.find(({ id }) => id === deliveryId(1))?.progress, { state: 'pending', attempts: [], dueAt: 901 });
  },
  async '[DQ15] recovering ends the leases of all workers'({ storage }) {
    await addDeliveries(storage, [1, 2]);
    await addDeliveries(storage, [3], otherBrand);
    await claimNumbers(storage, { worker: 'w1', limit: 1, leaseUntil: 90_000 });
    await claimNumbers(storage, { worker: 'w2', leaseUntil: 90_000 });
    await storage.deliveryQueue.recover();
    deepEqual((await claimNumbers(storage, { worker: 'w3' })).toSorted(), [1, 2, 3]);
  },
  async '[DQ16] the next moment is that of the first delivery that waits and whose target has a free slot'({
    storage,
  }) {
    const { deliveryQueue } = storage;
    equal(await deliveryQueue.nextDueAt(bounds()), undefined);
    await addDeliveries(storage, [sampleDelivery(1, { dueAt: 5_000 }), sampleDelivery(2, { dueAt: 3_000 })]);
    equal(await deliveryQueue.nextDueAt(bounds()), 3_000);
    equal(await deliveryQueue.nextDueAt(bounds({ perTarget: 1 })), 3_000);

    deepEqual(await claimNumbers(storage, { now: 3_000, leaseUntil: 99_000 }), [2]);
    equal(await deliveryQueue.nextDueAt(bounds()), 5_000);
    equal(await deliveryQueue.nextDueAt(bounds({ perTarget: 1 })), undefined);
    await addDeliveries(storage, [sampleDelivery(3, { dueAt: 9_000, target: hook(2) }), 4]);
    equal(await deliveryQueue.nextDueAt(bounds({ perTarget: 1 })), 9_000);
    equal(((await deliveryQueue.nextDueAt(bounds({ perTarget: 2 }))) ?? Number.POSITIVE_INFINITY) <= 3_000, true);

    deepEqual(await claimNumbers(storage, { now: 3_001, leaseUntil: 99_000 }), [4]);
    await complete(storage, 2, retried(4_000));
    equal(await deliveryQueue.nextDueAt(bounds()), 4_000);
    await complete(storage, 4, delivered);
    equal(await deliveryQueue.nextDueAt(bounds({ perTarget: 1 })), 4_000);
    await endDeliveries(storage, { target: hook(1) }, 4_000);
    equal(await deliveryQueue.nextDueAt(bounds({ perTarget: 1 })), 9_000);
    await endDeliveries(storage, { customer: 5 }, 4_000);
    equal(await deliveryQueue.nextDueAt(bounds({ perTarget: 1 })), undefined);
  },
  async '[DQ17] pruning removes deliveries that finished before the moment, and no more than asked'({ storage }) {
    await addDeliveries(storage, [1, 2, 3, 4, 5]);
    await addDeliveries(storage, [1], otherBrand);
    await claimNumbers(storage);
    for (const number of [1, 2, 3, 4]) await complete(storage, number, { ...delivered, finishedAt: 1_000 + number });
    await complete(storage, 1, { ...delivered, finishedAt: 1_001 }, { brandName: otherBrand });

    const { deliveryQueue } = storage;
    equal(await deliveryQueue.prune(1_000, 10), 0);
    equal(await deliveryQueue.prune(1_001, 10), 0);
    equal(await deliveryQueue.prune(1_004, 2), 2);
    equal(await deliveryQueue.prune(1_004, 10), 2);
    const list = await deliveriesOf(storage).list({ workspaces: [1], offset: 0, limit: 9 });
    deepEqual(list.items.map(numberOf), [5, 4]);
    equal(await findBody(storage, 1), undefined);
    equal(await deliveryQueue.prune(9_999_999, 0), 0);
    equal(await deliveryQueue.prune(9_999_999, 10), 1);
    equal((await progressOf(storage, 5))?.state, 'pending');
  },
  async '[DQ10] brands take turns within a claim and from claim to claim'({ storage }) {
    const many = Array.from({ length: 12 }, (_, index) =>
      sampleDelivery(index + 1, { target: hook(index), dueAt: 100 }),
    );
    await addDeliveries(storage, many);
    const few = [20, 21, 22].map((number) => sampleDelivery(number, { dueAt: 900 }));
    await addDeliveries(storage, few, otherBrand);
    await addDeliveries(storage, [sampleDelivery(30, { dueAt: 950 })], 'third');

    const brandsOf = async (members: Partial<ClaimRequest>) =>
      (await claim(storage, members)).map((each) => each.brand);
    deepEqual((await brandsOf({ limit: 4 })).toSorted(), [brand, brand, otherBrand, 'third'].toSorted());
    const next: string[] = [];
    for (const worker of ['w2', 'w1', 'w2', 'w1']) next.push(...(await brandsOf({ worker, limit: 1 })));
    deepEqual(next.toSorted(), [brand, brand, otherBrand, otherBrand].toSorted());
  },
  async '[DQ20] a brand gets half of the slots that the others leave free, in one claim or in many'({ storage }) {
    const hanging = (first: number) =>
      Array.from({ length: 40 }, (_, index) => sampleDelivery(first + index, { target: hook(index % 9) }));
    const crowd = { slots: 16, limit: 16, leaseUntil: 90_000 };
    const claimed: ClaimedDelivery[] = [];
    const countMore = async (members: Partial<ClaimRequest> = {}) => {
      const more = await claim(storage, { ...crowd, held: heldBy(claimed), ...members });
      claimed.push(...more);
      return more.length;
    };

    await addDeliveries(storage, hanging(1));
    equal(await countMore(), 8);
    equal(await countMore(), 0);
    await addDeliveries(storage, hanging(100), otherBrand);
    equal(await countMore({ limit: 1 }), 1);
    equal(await countMore(), 3);
    await addDeliveries(storage, hanging(200), 'third');
    equal(await countMore(), 2);
    await addDeliveries(storage, hanging(300), 'fourth');
    equal(await countMore(), 1);
    await addDeliveries(storage, hanging(400), 'fifth');
    equal(await countMore(), 1);
    equal(await countMore(), 0);
    // Another worker has separate slots.
    equal((await claim(storage, { ...crowd, worker: 'w2', slots: 3 })).length, 3);

    // A freed slot goes to the brand with the fewest slots.
    claimed.shift();
    await addDeliveries(storage, hanging(500), 'sixth');
    equal(await countMore(), 1);
    equal(claimed.at(-1)?.brand, 'sixth');
  },
  async '[DQ20] the worker says how many slots a brand has, also when leases are lost'({ storage }) {
    const to = (target: number) =>
      Array.from({ length: 8 }, (_, index) => sampleDelivery(10 * target + index, { target: hook(target) }));
    await addDeliveries(storage, [...to(1), ...to(2)]);
    const claimed = await claim(storage, { slots: 8, leaseUntil: 90_000 });
    equal(claimed.length, 4);
    await endDeliveries(storage, { target: hook(1) }, 1_100);
    const request = { slots: 8, leaseUntil: 90_000, held: heldBy(claimed) };
    deepEqual(await claim(storage, request), []);
    equal(await storage.deliveryQueue.nextDueAt(bounds(request)), undefined);
  },
  async '[DQ20] brands that wait at the same time share the slots, and the next one still finds one'({ storage }) {
    const names = [brand, otherBrand, 'third'];
    for (const name of names) {
      const waiting = Array.from({ length: 20 }, (_, index) => sampleDelivery(index + 1, { target: hook(index) }));
      await addDeliveries(storage, waiting, name);
    }
    const claimed = await claim(storage, { slots: 16, limit: 16 });
    deepEqual(
      names.map((name) => claimed.filter((each) => each.brand === name).length),
      [4, 4, 4],
    );
    const more = await claim(storage, { slots: 20, limit: 16, held: heldBy(claimed) });
    deepEqual(
      names.map((name) => more.filter((each) => each.brand === name).length),
      [1, 1, 1],
    );
  },
  async '[DQ24] the depth is that of the brands with the most pending deliveries, and of the others together'({
    storage,
  }) {
    const { deliveryQueue } = storage;
    deepEqual(await deliveryQueue.depth(3), { brands: [], others: { pending: 0 } });
    const due = (dueAt: number, target: number) => ({ dueAt, target: hook(target) });
    await addDeliveries(storage, [
      sampleDelivery(1, due(1_500, 1)),
      sampleDelivery(2, due(1_300, 2)),
      sampleDelivery(3, { ...due(9_000, 2), workspace: 2 }),
    ]);
    await addDeliveries(storage, [sampleDelivery(1, due(2_000, 1))], otherBrand);
    await addDeliveries(storage, [sampleDelivery(1, due(1_800, 1))], 'third');
    const [most, second, third] = [
      { brand, pending: 3, oldestDueAt: 1_300 },
      { brand: 'third', pending: 1, oldestDueAt: 1_800 },
      { brand: otherBrand, pending: 1, oldestDueAt: 2_000 },
    ];
    deepEqual(await deliveryQueue.depth(3), { brands: [most, second, third], others: { pending: 0 } });
    deepEqual(await deliveryQueue.depth(1), { brands: [most], others: { pending: 2, oldestDueAt: 1_800 } });
    deepEqual(await deliveryQueue.depth(0), { brands: [], others: { pending: 5, oldestDueAt: 1_300 } });
  },
  async '[DQ24] the depth counts what is under lease, and nothing that has ended; the oldest is one that waits'({
    storage,
  }) {
    const { deliveryQueue } = storage;
    await addDeliveries(
      storage,
      [1, 2, 3].map((number) => sampleDelivery(number, { dueAt: 1_000 + number, target: hook(number) })),
    );
    deepEqual((await claimNumbers(storage, { now: 1_002 })).toSorted(), [1, 2]);
    const depth = async () => (await deliveryQueue.depth(9)).brands;
    deepEqual(await depth(), [{ brand, pending: 3, oldestDueAt: 1_003 }]);
    await complete(storage, 1, delivered);
    await complete(storage, 2, retried(5_000));
    deepEqual(await depth(), [{ brand, pending: 2, oldestDueAt: 1_003 }]);
    await endDeliveries(storage, { target: hook(3) }, 1_100);
    deepEqual(await depth(), [{ brand, pending: 1, oldestDueAt: 5_000 }]);
    await claim(storage, { now: 5_000, leaseUntil: 99_000 });
    deepEqual(await depth(), [{ brand, pending: 1 }]);
    await endDeliveries(storage, { customer: 5 }, 5_100);
    deepEqual(await depth(), []);
  },
  async '[DQ16] the next moment is that of a brand that may have another slot of this worker'({ storage }) {
    const { deliveryQueue } = storage;
    const four = bounds({ slots: 4 });
    await addDeliveries(
      storage,
      [1, 2, 3, 4].map((number) => sampleDelivery(number, { target: hook(number) })),
    );
    await addDeliveries(storage, [sampleDelivery(5, { dueAt: 7_000 })], otherBrand);
    equal(((await deliveryQueue.nextDueAt(four)) ?? Number.POSITIVE_INFINITY) <= 1_000, true);
    deepEqual(await claimNumbers(storage, { ...four, leaseUntil: 99_000 }), [1, 2]);
    const two = { ...four, held: new Map([[brand, 2]]) };
    equal(await deliveryQueue.nextDueAt(two), 7_000);
    equal(((await deliveryQueue.nextDueAt(four)) ?? Number.POSITIVE_INFINITY) <= 1_000, true);
    equal(await deliveryQueue.nextDueAt({ ...two, slots: 2 }), undefined);
    const one = { ...four, held: new Map([[brand, 1]]) };
    equal(((await deliveryQueue.nextDueAt(one)) ?? Number.POSITIVE_INFINITY) <= 1_000, true);
  },
});

const durable = casesNeeding('durable', {
  async '[DQ18] deliveries, logs and leases outlive the store'(fixture) {
    await addDeliveries(fixture.storage, [1, 2, 3]);
    deepEqual(await claimNumbers(fixture.storage, { limit: 2 }), [1, 2]);
    await complete(fixture.storage, 1, retried(6_000));
    const storage = await fixture.reopen?.();
    if (storage === undefined) throw new Error('A durable store must be able to open again.');

    deepEqual(await progressOf(storage, 1), retried(6_000));
    deepEqual(await claimNumbers(storage, { worker: 'w2' }), [3]);
    equal(await complete(storage, 2, delivered), 'completed');
    equal(await storage.deliveryQueue.nextDueAt(bounds()), 6_000);
    deepEqual(await claimNumbers(storage, { worker: 'w2', now: 6_000 }), [3, 1]);
  },
});

/** The queue of all brands. */
export const deliveryQueueCases = [...always, ...durable];
