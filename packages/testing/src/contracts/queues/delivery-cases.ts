import { deepEqual, equal } from 'node:assert/strict';
import type { BatchOperation, DeliveryListQuery, NewDelivery, Storage } from '@botwright/core/ports';
import { casesOf } from '../contract.ts';
import { put, remove } from '../records/samples.ts';
import {
  addDeliveries,
  bounds,
  claimNumbers,
  complete,
  type Deliveries,
  delivered,
  deliveriesOf,
  deliveryId,
  disabledAt,
  endDeliveries,
  findBody,
  hook,
  numberOf,
  progressOf,
  recordOf,
  sampleDelivery,
} from './delivery-samples.ts';
import {
  botId,
  brand,
  commit,
  enqueue,
  otherBrand,
  putBot,
  putChannel,
  putCustomers,
  store,
  storeInVain,
} from './samples.ts';

/** The deliveries of one brand. */
export const deliveryCases = casesOf({
  async '[DQ1] a delivery and its body are found as they were added, and by their brand alone'({ storage }) {
    const plain = sampleDelivery(1);
    const full = sampleDelivery(2, {
      target: { kind: 'channel', number: 7 },
      replayOf: plain.id,
      body: '{ "a":\t1.0 }',
    });
    await addDeliveries(storage, [plain, full]);
    const deliveries = deliveriesOf(storage);
    for (const each of [plain, full]) {
      deepEqual(await deliveries.find(each.id), recordOf(each));
      equal(await deliveries.findBody(each.id), each.body);
    }
    equal(await deliveries.find(deliveryId(3)), undefined);
    equal(await findBody(storage, 3), undefined);

    const foreign = deliveriesOf(storage, otherBrand);
    equal(await foreign.find(plain.id), undefined);
    equal(await foreign.findBody(plain.id), undefined);
    deepEqual(await foreign.list({ workspaces: [1], offset: 0, limit: 9 }), { items: [], total: 0 });
  },
  async '[DQ2] a delivery is claimed after its commit, and never after a conflict'({ storage }) {
    await storeInVain(storage, [{ do: 'addDeliveries', deliveries: [sampleDelivery(1)] }]);
    equal(await deliveriesOf(storage).find(deliveryId(1)), undefined);
    equal(await storage.deliveryQueue.nextDueAt(bounds()), undefined);
    deepEqual(await claimNumbers(storage), []);

    const adding = store(storage, [
      { do: 'addDeliveries', deliveries: [sampleDelivery(2)] },
      { do: 'addDeliveries', deliveries: [sampleDelivery(3)] },
    ]);
    const early = await claimNumbers(storage);
    await adding;
    deepEqual([...early, ...(await claimNumbers(storage))].sort(), [2, 3]);
    equal(early.length === 0 || early.length === 2, true);
  },
  async '[DQ2] deliveries are added with the records and the entries of their batch, and none without the others'({
    storage,
  }) {
    const [customer] = await putCustomers(storage, 1);
    const added = (number: number): BatchOperation => ({
      do: 'addDeliveries',
      deliveries: [sampleDelivery(number, { customerNumber: customer })],
    });
    const state = put('conversation', { customerNumber: customer, stateJson: '{}' });
    await addDeliveries(storage, [1]);
    const batch = [state, added(2), enqueue(customer, { kind: 'closed' }, 1)];
    equal(await commit(storage, [...batch, added(1)]), 'conflict');
    const found = () =>
      storage.read({ brand }, [
        { do: 'get', kind: 'conversation', key: [customer] },
        { do: 'inbox', customer },
        { do: 'delivery', id: deliveryId(2) },
      ]);
    deepEqual(await found(), [undefined, undefined, undefined]);
    await store(storage, batch);
    deepEqual(
      (await found()).map((each) => each !== undefined),
      [true, true, true],
    );
  },
  async '[DQ3] an id is added once in a brand'({ storage }) {
    await addDeliveries(storage, [1]);
    const add = (deliveries: readonly NewDelivery[]) => commit(storage, [{ do: 'addDeliveries', deliveries }]);
    equal(await add([sampleDelivery(2), sampleDelivery(1, { body: '{}' })]), 'conflict');
    equal(await add([sampleDelivery(3), sampleDelivery(3)]), 'conflict');
    await addDeliveries(storage, [1], otherBrand);

    equal(await findBody(storage, 1), sampleDelivery(1).body);
    for (const number of [2, 3]) equal(await deliveriesOf(storage).find(deliveryId(number)), undefined);
    deepEqual(await claimNumbers(storage), [1, 1]);
  },
  async '[DQ4] lists go by descending id within workspaces, state and target'({ storage }) {
    await addDeliveries(storage, [
      sampleDelivery(3, { dueAt: 9_000 }),
      sampleDelivery(1, { customerNumber: 6 }),
      sampleDelivery(4, { workspace: 2, target: hook(2) }),
      sampleDelivery(2, { target: { kind: 'channel', number: 1 }, dueAt: 9_000 }),
      sampleDelivery(5, { workspace: 3, dueAt: 9_000 }),
    ]);
    await endDeliveries(storage, { target: hook(2) }, 1_000);
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
    deepEqual(newest, await deliveriesOf(storage).find(deliveryId(4)));
  },
  async '[DQ5] ending the pending deliveries of a target takes them from the queue and from workers that lease them'({
    storage,
  }) {
    await addDeliveries(
      storage,
      [1, 2, 3, 4].map((number) => sampleDelivery(number, { dueAt: 1_000 + number })),
    );
    await addDeliveries(storage, [sampleDelivery(5, { target: { kind: 'channel', number: 1 }, dueAt: 1_001 })]);
    await addDeliveries(storage, [sampleDelivery(6, { dueAt: 1_001 })], otherBrand);
    deepEqual((await claimNumbers(storage, { now: 1_002, perTarget: 2 })).toSorted(), [1, 2, 5, 6]);
    await complete(storage, 1, delivered);

    await endDeliveries(storage, { target: hook(1) }, 2_000);
    const find = (number: number) => progressOf(storage, number);
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
    await addDeliveries(storage, [7, 8, 9]);
    deepEqual(await claimNumbers(storage, { perTarget: 2 }), [7, 8]);
  },
  async '[DQ5] a batch that conflicts ends no delivery'({ storage }) {
    await addDeliveries(storage, [1, 2]);
    deepEqual(await claimNumbers(storage, { limit: 1 }), [1]);
    for (const of of [{ target: hook(1) }, { customer: 5 }]) {
      await storeInVain(storage, [{ do: 'endDeliveries', of, at: 2_000 }]);
    }
    equal(await findBody(storage, 1), sampleDelivery(1).body);
    equal(await complete(storage, 1, delivered), 'completed');
    deepEqual(await claimNumbers(storage), [2]);
  },
  async '[DQ5] a batch ends what it added before, and not what it adds afterwards'({ storage }) {
    const add = (number: number): BatchOperation => ({ do: 'addDeliveries', deliveries: [sampleDelivery(number)] });
    await store(storage, [add(1), { do: 'endDeliveries', of: { target: hook(1) }, at: 2_000 }, add(2)]);
    deepEqual(await progressOf(storage, 1), disabledAt(2_000));
    deepEqual(await claimNumbers(storage), [2]);
  },
  async '[DQ6] erasing a customer erases bodies, ends pending deliveries and keeps the records'({ storage }) {
    await addDeliveries(storage, [
      1,
      2,
      sampleDelivery(3, { target: hook(2) }),
      sampleDelivery(4, { customerNumber: 6 }),
    ]);
    await addDeliveries(storage, [1], otherBrand);
    await claimNumbers(storage, { limit: 1 });
    const isFirst = (await complete(storage, 1, delivered)) === 'completed';
    await storage.deliveryQueue.recover();
    equal(isFirst, true);
    deepEqual((await claimNumbers(storage, { perTarget: 1 })).toSorted(), [1, 2, 3]);

    await endDeliveries(storage, { customer: 5 }, 2_000);
    for (const number of [1, 2, 3]) {
      equal(await findBody(storage, number), undefined);
      deepEqual(await progressOf(storage, number), number === 1 ? delivered : disabledAt(2_000));
    }
    equal(await complete(storage, 2, delivered), 'lost');
    equal(await findBody(storage, 4), sampleDelivery(4).body);
    equal(await findBody(storage, 1, otherBrand), sampleDelivery(1).body);

    // The slots of the erased deliveries are free for the rest of the target.
    deepEqual(await claimNumbers(storage, { perTarget: 1 }), [4]);
  },
  async '[DQ6] the deliveries of a customer who is deleted in the same batch end, and their records stay'({ storage }) {
    const [customer] = await putCustomers(storage, 1);
    await addDeliveries(storage, [sampleDelivery(1, { customerNumber: customer })]);
    await store(storage, [{ do: 'endDeliveries', of: { customer }, at: 2_000 }, remove('customer', customer)]);
    deepEqual(await progressOf(storage, 1), disabledAt(2_000));
    equal(await findBody(storage, 1), undefined);
    deepEqual(await claimNumbers(storage), []);
  },
  async '[DQ19] erasing the deliveries of a bot takes those of all customers on its channels, and no others'({
    storage,
  }) {
    await putBot(storage, botId(1));
    const customers = [
      ...(await putChannel(storage, 2, { botId: botId(1) })).slice(1),
      ...(await putChannel(storage, 2, { botId: botId(1), purpose: 'test' })).slice(1),
      ...(await putChannel(storage, 2, { defaultBot: botId(1) })).slice(1),
    ];
    const gone = 4;
    await addDeliveries(
      storage,
      customers.map((customerNumber, index) => sampleDelivery(1 + index, { customerNumber, target: hook(1 + index) })),
    );
    await addDeliveries(storage, [sampleDelivery(1, { customerNumber: customers[0] ?? 0 })], otherBrand);
    await endDeliveries(storage, { bot: botId(1) }, 2_000);
    await endDeliveries(storage, { bot: botId(1) }, 2_000, otherBrand);

    const deliveries = deliveriesOf(storage);
    for (const index of customers.keys()) {
      const before = sampleDelivery(1 + index);
      equal(await deliveries.findBody(before.id), index < gone ? undefined : before.body);
      const found = (await deliveries.find(before.id))?.progress;
      deepEqual(found, index < gone ? disabledAt(2_000) : recordOf(before).progress);
    }
    equal(await findBody(storage, 1, otherBrand), sampleDelivery(1).body);
    deepEqual((await claimNumbers(storage)).toSorted(), [
      1,
      ...customers
        .keys()
        .map((index) => 1 + index)
        .drop(gone),
    ]);
  },
});

function listDeliveries(storage: Storage, members: Partial<DeliveryListQuery>): ReturnType<Deliveries['list']> {
  return deliveriesOf(storage).list({ workspaces: [1, 2], offset: 0, limit: 100, ...members });
}
