import { memoryStorage, queueKinds, storageOnRecords } from '@botwright/core/memory';
import { type AnyKind, recordKinds, type Storage } from '@botwright/core/ports';
import { storageContract } from '@botwright/testing/contracts';
import { describe, expect, it } from 'vitest';
import { deliveryId, sampleDelivery } from '../../src/contracts/queues/delivery-samples.ts';
import { brand, enqueue, putCustomers, store } from '../../src/contracts/queues/samples.ts';

const memoryRecords = (kinds: readonly AnyKind[]) => memoryStorage({ kinds: [...kinds, ...queueKinds] });

describe('the contract', () => {
  for (const { title, run } of storageContract({
    open: (kinds) => ({ storage: storageOnRecords(memoryRecords(kinds)) }),
  })) {
    it(title, run);
  }
});

describe('the contract of a store without `exclusive`', () => {
  const tests = storageContract({
    open(kinds) {
      const { exclusive: _, ...records } = memoryRecords(kinds);
      return { storage: storageOnRecords(records) };
    },
    lacks: ['exclusive'],
  });
  for (const { title, rule, run } of tests) if (/^(CQ|DQ|RT)/.test(rule)) it(title, run);
});

/** Claims until nothing is left. */
async function drain(storage: Storage, worker: string): Promise<readonly string[]> {
  const claimed: string[] = [];
  for (let empty = 0; empty < 2; ) {
    const lease = { worker, now: 2_000, leaseUntil: 9_000 };
    const [conversations, deliveries] = await Promise.all([
      storage.conversationQueue.claim({ ...lease, work: 'step', limit: 2 }),
      storage.deliveryQueue.claim({ ...lease, limit: 2, slots: 200, perTarget: 200, bodyBytes: 100_000 }),
    ]);
    claimed.push(...conversations.map((each) => `${each.customerNumber}`), ...deliveries.map(({ id }) => id));
    empty = conversations.length + deliveries.length === 0 ? empty + 1 : 0;
  }
  return claimed;
}

it('[CQ7] processes on the same records share the work: each claims what no other has', async () => {
  const records = memoryRecords(recordKinds);
  const [first, second] = [storageOnRecords(records), storageOnRecords(records)];
  const customers = await putCustomers(first, 20);
  const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
  await Promise.all([
    ...customers.map((customer) => store(first, [enqueue(customer, { kind: 'start' }, 1)])),
    ...numbers.map((number) => store(second, [{ do: 'addDeliveries', deliveries: [sampleDelivery(number)] }])),
  ]);
  const claimed = await Promise.all([drain(first, 'a'), drain(second, 'b')]);
  expect(claimed.every((each) => each.length > 0)).toBe(true);
  expect(claimed.flat().sort()).toEqual([...customers.map(String), ...numbers.map(deliveryId)].sort());
  expect(await first.read({ brand }, [{ do: 'lease', customer: customers[0], worker: 'nobody' }])).toEqual([false]);
});
