import type { Slice } from '@botwright/core/paging';
import type { BatchOperation, DeliveryRecord, NewDelivery, Request, Storage } from '@botwright/core/ports';
import { expect, it } from 'vitest';
import { sqliteStorage } from '../../src/sqlite/sqlite-storage.ts';
import { temporaryFile } from './temporary-folder.ts';

const target = { kind: 'hook', number: 1 } as const;
const bounds = { slots: 1_000, perTarget: 100 };
const idOf = (number: number): string => `01910000-0000-7000-8000-${String(number).padStart(12, '0')}`;

function delivery(number: number, members: Partial<NewDelivery> = {}): NewDelivery {
  return {
    id: idOf(number),
    target,
    workspace: 1,
    customerNumber: 1,
    messageUuid: 'm',
    origin: 'https://crm.example.com',
    createdAt: 1_000,
    dueAt: 1_000,
    body: '{}',
    ...members,
  };
}

async function claim(storage: Storage, limit = 3): Promise<readonly string[]> {
  const request = { worker: 'w', now: 2_000, leaseUntil: 9_000, limit, bodyBytes: 1_000, ...bounds };
  return (await storage.deliveryQueue.claim(request)).map(({ id }) => id);
}

function write(storage: Storage, ...operations: readonly BatchOperation[]): Promise<unknown> {
  return storage.commit({ brand: 'acme' }, { conditions: [], operations });
}

const add = (...deliveries: readonly NewDelivery[]): BatchOperation => ({ do: 'addDeliveries', deliveries });
const end = (at: number, of: { target: typeof target } | { customer: number } = { target }): BatchOperation => ({
  do: 'endDeliveries',
  of,
  at,
});

async function readOne<T>(storage: Storage, request: Request): Promise<T> {
  return (await storage.read({ brand: 'acme' }, [request]))[0] as T;
}

async function countOf(storage: Storage, state: 'pending' | 'dead'): Promise<number> {
  const query = { workspaces: [1], state, offset: 0, limit: 0 };
  return (await readOne<Slice<DeliveryRecord>>(storage, { do: 'deliveries', query })).total;
}

async function progressOf(storage: Storage, number: number): Promise<DeliveryRecord['progress'] | undefined> {
  return (await readOne<DeliveryRecord | undefined>(storage, { do: 'delivery', id: idOf(number) }))?.progress;
}

it('[SQ23][DQ5] many waiting deliveries are ended step by step, and none of them is leased again', async () => {
  const file = temporaryFile();
  const storage = sqliteStorage({ file });
  const { deliveryQueue } = storage;
  await write(storage, add(...Array.from({ length: 2_500 }, (_, index) => delivery(index))));
  await claim(storage);
  await write(storage, end(1_500));
  expect(await countOf(storage, 'dead')).toBe(3);
  expect(await deliveryQueue.nextDueAt(bounds)).toBeUndefined();

  await write(storage, add(delivery(5_000), delivery(5_001, { dueAt: 1 })));
  await write(storage, add(delivery(6_000, { customerNumber: 2, dueAt: 1_001 })));
  await storage.close();
  const again = sqliteStorage({ file });
  expect(await claim(again)).toEqual([idOf(5_001), idOf(5_000), idOf(6_000)]);
  expect(await countOf(again, 'dead')).toBe(1_003);
  await again.deliveryQueue.release('w');
  expect(await claim(again)).toEqual([idOf(5_001), idOf(5_000), idOf(6_000)]);
  expect(await countOf(again, 'dead')).toBe(2_003);
  expect(await claim(again)).toEqual([]);
  expect([await countOf(again, 'dead'), await countOf(again, 'pending')]).toEqual([2_500, 3]);
  expect(await progressOf(again, 2_499)).toMatchObject({ finishedAt: 1_500 });
  await again.close();
});

it('[SQ23][DQ5] deliveries that are added after that can be ended again', async () => {
  const storage = sqliteStorage({ file: ':memory:' });
  for (const from of [0, 2_000]) {
    await write(storage, add(...Array.from({ length: 1_200 }, (_, index) => delivery(from + index))), end(1_500));
  }
  for (let step = 0; step < 4; step += 1) expect(await claim(storage)).toEqual([]);
  expect([await countOf(storage, 'dead'), await countOf(storage, 'pending')]).toEqual([2_400, 0]);
  await storage.close();
});

it('[SQ23][DQ6] a delivery that waits to be ended is erased with its customer', async () => {
  const storage = sqliteStorage({ file: ':memory:' });
  const added = add(...Array.from({ length: 1_200 }, (_, index) => delivery(index)));
  await write(storage, added, end(1_500), end(1_700, { customer: 1 }));
  expect([await countOf(storage, 'dead'), await countOf(storage, 'pending')]).toEqual([1_200, 0]);
  expect(await claim(storage)).toEqual([]);
  expect(await progressOf(storage, 1_199)).toMatchObject({ finishedAt: 1_700 });
  expect(await readOne(storage, { do: 'deliveryBody', id: idOf(1_199) })).toBeUndefined();
  await storage.close();
});
