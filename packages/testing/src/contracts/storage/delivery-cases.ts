import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { DeliveryListQuery, Storage } from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import {
  addDeliveries,
  bounds,
  claimNumbers,
  complete,
  delivered,
  deliveryId,
  disabledAt,
  hook,
  numberOf,
  recordOf,
  sampleDelivery,
} from './delivery-samples.ts';
import { insertFullChannel, ownChannel } from './record-samples.ts';
import { botId, brand, insertBot, otherBrand, sampleChannel } from './samples.ts';
import type { StorageFixture } from './storage-fixture.ts';

/** The deliveries of one brand. */
export const deliveryCases: readonly ContractCase<StorageFixture>[] = [
  {
    rule: 'DQ1',
    title: 'a delivery and its body are found as they were added, and by their brand alone',
    async run({ storage }) {
      const plain = sampleDelivery(1);
      const full = sampleDelivery(2, {
        target: { kind: 'channel', number: 7 },
        replayOf: plain.id,
        body: '{ "a":\t1.0 }',
      });
      await storage.transaction(brand, async (tx) => {
        await tx.deliveries.add([plain, full]);
        deepEqual(await tx.deliveries.find(plain.id), recordOf(plain));
      });
      const { deliveries } = storage.reader(brand);
      for (const each of [plain, full]) {
        deepEqual(await deliveries.find(each.id), recordOf(each));
        equal(await deliveries.findBody(each.id), each.body);
      }
      equal(await deliveries.find(deliveryId(3)), undefined);
      equal(await deliveries.findBody(deliveryId(3)), undefined);

      const foreign = storage.reader(otherBrand).deliveries;
      equal(await foreign.find(plain.id), undefined);
      equal(await foreign.findBody(plain.id), undefined);
      deepEqual(await foreign.list({ workspaces: [1], offset: 0, limit: 9 }), { items: [], total: 0 });
    },
  },
  {
    rule: 'DQ2',
    title: 'a delivery is claimed after its commit, and never after a rollback',
    async run({ storage }) {
      await rejects(
        storage.transaction(brand, async (tx) => {
          await tx.deliveries.add([sampleDelivery(1)]);
          throw new Error('rolled back');
        }),
      );
      equal(await storage.reader(brand).deliveries.find(deliveryId(1)), undefined);
      equal(await storage.deliveryQueue.nextDueAt(bounds()), undefined);
      deepEqual(await claimNumbers(storage), []);

      let claiming: Promise<readonly number[]> | undefined;
      await storage.transaction(brand, async (tx) => {
        await tx.deliveries.add([sampleDelivery(2)]);
        claiming = claimNumbers(storage);
        await tx.deliveries.add([sampleDelivery(3)]);
      });
      const early = (await claiming) ?? [];
      deepEqual([...early, ...(await claimNumbers(storage))].sort(), [2, 3]);
      equal(early.length === 0 || early.length === 2, true);
    },
  },
  {
    rule: 'DQ3',
    title: 'an id is added once in a brand',
    async run({ storage }) {
      await addDeliveries(storage, [sampleDelivery(1)]);
      await rejects(addDeliveries(storage, [sampleDelivery(2), sampleDelivery(1, { body: '{}' })]));
      await rejects(addDeliveries(storage, [sampleDelivery(3), sampleDelivery(3)]));
      await addDeliveries(storage, [sampleDelivery(1)], otherBrand);

      equal(await storage.reader(brand).deliveries.findBody(deliveryId(1)), sampleDelivery(1).body);
      for (const number of [2, 3]) equal(await storage.reader(brand).deliveries.find(deliveryId(number)), undefined);
      deepEqual(await claimNumbers(storage), [1, 1]);
    },
  },
  {
    rule: 'DQ4',
    title: 'lists go by descending id within workspaces, state and target',
    async run({ storage }) {
      await addDeliveries(storage, [
        sampleDelivery(3, { dueAt: 9_000 }),
        sampleDelivery(1, { customerNumber: 6 }),
        sampleDelivery(4, { workspace: 2, target: hook(2) }),
        sampleDelivery(2, { target: { kind: 'channel', number: 1 }, dueAt: 9_000 }),
        sampleDelivery(5, { workspace: 3, dueAt: 9_000 }),
      ]);
      await storage.transaction(brand, (tx) => tx.deliveries.endPending(hook(2), 1_000));
      deepEqual(await claimNumbers(storage), [1]);
      await complete(storage, 1, delivered);

      const cases: readonly (readonly [Partial<DeliveryListQuery>, readonly number[], number])[] = [
        [{}, [4, 3, 2, 1], 4],
        [{ workspaces: [1, 2, 3] }, [5, 4, 3, 2, 1], 5],
        [{ workspaces: [] }, [], 0],
        [{ offset: 1, limit: 2 }, [3, 2], 4],
        [{ limit: 0 }, [], 4],
        [{ offset: 9 }, [], 4],
        [{ state: 'pending' }, [3, 2], 2],
        [{ state: 'delivered' }, [1], 1],
        [{ state: 'dead' }, [4], 1],
        [{ target: hook(1) }, [3, 1], 2],
        [{ target: hook(1), state: 'delivered' }, [1], 1],
        [{ target: hook(2), state: 'dead' }, [4], 1],
        [{ target: { kind: 'channel', number: 1 } }, [2], 1],
        [{ target: hook(9) }, [], 0],
      ];
      for (const [members, numbers, total] of cases) {
        const slice = await listDeliveries(storage, members);
        deepEqual(
          { numbers: slice.items.map(numberOf), total: slice.total },
          { numbers, total },
          JSON.stringify(members),
        );
      }
      const [newest] = (await listDeliveries(storage, {})).items;
      deepEqual(newest, await storage.reader(brand).deliveries.find(deliveryId(4)));
    },
  },
  {
    rule: 'DQ5',
    title: 'ending the pending deliveries of a target takes them from the queue and from workers that lease them',
    async run({ storage }) {
      await addDeliveries(
        storage,
        [1, 2, 3, 4].map((number) => sampleDelivery(number, { dueAt: 1_000 + number })),
      );
      await addDeliveries(storage, [sampleDelivery(5, { target: { kind: 'channel', number: 1 }, dueAt: 1_001 })]);
      await addDeliveries(storage, [sampleDelivery(6, { dueAt: 1_001 })], otherBrand);
      deepEqual((await claimNumbers(storage, { now: 1_002, perTarget: 2 })).toSorted(), [1, 2, 5, 6]);
      await complete(storage, 1, delivered);

      await storage.transaction(brand, (tx) => tx.deliveries.endPending(hook(1), 2_000));
      const find = async (number: number) =>
        (await storage.reader(brand).deliveries.find(deliveryId(number)))?.progress;
      deepEqual(await find(1), delivered);
      for (const number of [2, 3, 4]) deepEqual(await find(number), disabledAt(2_000));
      deepEqual(await find(5), recordOf(sampleDelivery(5, { dueAt: 1_001 })).progress);
      equal(await complete(storage, 2, delivered), 'lost');
      deepEqual(await find(2), disabledAt(2_000));
      equal(await complete(storage, 5, delivered), 'completed');
      equal(await complete(storage, 6, delivered, { brandName: otherBrand }), 'completed');
      deepEqual(await claimNumbers(storage, { now: 9_000 }), []);
      equal(await storage.deliveryQueue.nextDueAt(bounds()), undefined);

      // The target starts with no lease.
      await addDeliveries(storage, [sampleDelivery(7), sampleDelivery(8), sampleDelivery(9)]);
      deepEqual(await claimNumbers(storage, { perTarget: 2 }), [7, 8]);
    },
  },
  {
    rule: 'DQ5',
    title: 'a rollback makes ended deliveries pending again',
    async run({ storage }) {
      await addDeliveries(storage, [sampleDelivery(1), sampleDelivery(2)]);
      deepEqual(await claimNumbers(storage, { limit: 1 }), [1]);
      await rejects(
        storage.transaction(brand, async (tx) => {
          await tx.deliveries.endPending(hook(1), 2_000);
          equal((await tx.deliveries.find(deliveryId(1)))?.progress.state, 'dead');
          throw new Error('rolled back');
        }),
      );
      equal(await complete(storage, 1, delivered), 'completed');
      deepEqual(await claimNumbers(storage), [2]);
    },
  },
  {
    rule: 'DQ6',
    title: 'erasing a customer erases bodies, ends pending deliveries and keeps the records',
    async run({ storage }) {
      await addDeliveries(storage, [
        sampleDelivery(1),
        sampleDelivery(2),
        sampleDelivery(3, { target: hook(2) }),
        sampleDelivery(4, { customerNumber: 6 }),
      ]);
      await addDeliveries(storage, [sampleDelivery(1)], otherBrand);
      await claimNumbers(storage, { limit: 1 });
      const isFirst = (await complete(storage, 1, delivered)) === 'completed';
      await storage.deliveryQueue.recover();
      equal(isFirst, true);
      deepEqual((await claimNumbers(storage, { perTarget: 1 })).toSorted(), [1, 2, 3]);

      await storage.transaction(brand, (tx) => tx.deliveries.eraseOfCustomer(5, 2_000));
      const { deliveries } = storage.reader(brand);
      for (const number of [1, 2, 3]) {
        equal(await deliveries.findBody(deliveryId(number)), undefined);
        deepEqual((await deliveries.find(deliveryId(number)))?.progress, number === 1 ? delivered : disabledAt(2_000));
      }
      equal(await complete(storage, 2, delivered), 'lost');
      equal(await deliveries.findBody(deliveryId(4)), sampleDelivery(4).body);
      equal(await storage.reader(otherBrand).deliveries.findBody(deliveryId(1)), sampleDelivery(1).body);

      // The slots of the erased deliveries are free for the rest of the target.
      deepEqual(await claimNumbers(storage, { perTarget: 1 }), [4]);
    },
  },
  {
    rule: 'DQ19',
    title: 'erasing the deliveries of a bot takes those of all customers on its channels, and no others',
    async run({ storage }) {
      const [own, test, other] = await storage.transaction(brand, async (tx) => {
        await insertBot(tx, 1);
        return [
          await insertFullChannel(tx, sampleChannel(1)),
          await insertFullChannel(tx, sampleChannel(1, { id: 'test', purpose: 'test' })),
          await insertFullChannel(tx, ownChannel(2, { defaultBot: botId(1) })),
        ] as const;
      });
      const customers = [own, test, other].flatMap((each) => each.customers);
      const gone = own.customers.length + test.customers.length;
      await addDeliveries(
        storage,
        customers.map((customerNumber, index) =>
          sampleDelivery(1 + index, { customerNumber, target: hook(1 + index) }),
        ),
      );
      await addDeliveries(storage, [sampleDelivery(1, { customerNumber: customers[0] ?? 0 })], otherBrand);
      await storage.transaction(brand, (tx) => tx.deliveries.eraseOfBot(botId(1), 2_000));
      await storage.transaction(otherBrand, (tx) => tx.deliveries.eraseOfBot(botId(1), 2_000));

      const { deliveries } = storage.reader(brand);
      for (const index of customers.keys()) {
        const before = sampleDelivery(1 + index);
        equal(await deliveries.findBody(before.id), index < gone ? undefined : before.body);
        const found = (await deliveries.find(before.id))?.progress;
        deepEqual(found, index < gone ? disabledAt(2_000) : recordOf(before).progress);
      }
      equal(await storage.reader(otherBrand).deliveries.findBody(deliveryId(1)), sampleDelivery(1).body);
      deepEqual((await claimNumbers(storage)).toSorted(), [
        1,
        ...customers
          .keys()
          .map((index) => 1 + index)
          .drop(gone),
      ]);
    },
  },
];

function listDeliveries(
  storage: Storage,
  members: Partial<DeliveryListQuery>,
): ReturnType<ReturnType<Storage['reader']>['deliveries']['list']> {
  return storage.reader(brand).deliveries.list({ workspaces: [1, 2], offset: 0, limit: 100, ...members });
}
