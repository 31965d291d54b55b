import { deepEqual, equal, rejects } from 'node:assert/strict';
import type {
  BrandTransaction,
  ChannelRecord,
  CustomerListQuery,
  CustomerRecord,
  Storage,
} from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import { eightAtATime } from './eight-at-a-time.ts';
import {
  insertCustomer,
  listNumbers,
  type NewCustomer,
  openChannel,
  ownChannel,
  sampleCustomer,
} from './record-samples.ts';
import { brand, randomNumbers } from './samples.ts';
import type { StorageFixture } from './storage-fixture.ts';

export const customerListCases: readonly ContractCase<StorageFixture>[] = [
  {
    rule: 'ST70',
    title: 'every filter, and all of them together, return what filtering the whole list would',
    async run({ storage }) {
      const all = await insertManyCustomers(storage);
      for (const query of queries()) {
        const expected = all.filter((customer) => isWanted(customer, query)).map(({ number }) => number);
        deepEqual(await listNumbers(storage.reader(brand), query), [expected, expected.length], JSON.stringify(query));
      }
    },
  },
  {
    rule: 'ST70',
    title: 'a transaction lists its own inserts, changes and removals in their places',
    async run({ storage }) {
      const [channel = 0, first = 0, second = 0, third = 0] = await openChannel(storage, 1, { customers: 3 });
      await storage.transaction(brand, async (tx) => {
        const { number } = await insertCustomer(tx, sampleCustomer(channel, { archived: true }));
        for (const each of [first, third]) await tx.customers.lock(each);
        await tx.customers.update(third, { archived: true });
        await tx.customers.destroy(first);
        deepEqual(await listNumbers(tx, {}), [[second, third, number], 3]);
        deepEqual(await listNumbers(tx, { archived: true }), [[third, number], 2]);
        deepEqual(await listNumbers(tx, { channelNumber: channel, archived: false }), [[second], 1]);
      });
    },
  },
  {
    rule: 'ST70',
    title: 'a list of very many workspaces is like a list of few',
    async run({ storage }) {
      const all = await insertManyCustomers(storage);
      const workspaces = Array.from({ length: 700 }, (_, index) => 1_000 - index);
      for (const filter of [{}, { archived: true }, { agentId: 7 }, { agentId: null, optIn: true }]) {
        const query = { ...filter, workspaces: [...workspaces, 3, 1, 1] };
        const expected = all.filter((customer) => isWanted(customer, query)).map(({ number }) => number);
        deepEqual(await listNumbers(storage.reader(brand), query), [expected, expected.length]);
      }
    },
  },
  {
    rule: 'ST120',
    title: 'a slice that may end early is the beginning of the whole one, with the same total',
    async run({ storage }) {
      const [channel = 0] = await openChannel(storage, 1, { customers: 0 });
      await storage.transaction(brand, async (tx) => {
        for (const length of [10, 4_000, 4_000, 10, 9_000, 10]) {
          const fields = { note: { type: 'string', value: 'n'.repeat(length) } } as const;
          await insertCustomer(tx, sampleCustomer(channel, { fields }));
        }
      });
      const reader = storage.reader(brand);
      const [numbers, total] = await listNumbers(reader, { limit: 5 });
      equal(numbers.length, 5);
      for (const fieldBytes of [1, 5_000, 8_500, 1_000_000]) {
        const seen: number[] = [];
        for (let at = 0; at < 5; ) {
          const part = await listNumbers(reader, { limit: 5 - at, offset: at, fieldBytes });
          equal(part[1], total);
          equal(part[0].length > 0, true);
          seen.push(...part[0]);
          at += part[0].length;
        }
        deepEqual(seen, numbers);
      }
      deepEqual(await listNumbers(reader, { limit: 0, fieldBytes: 1 }), [[], total]);
    },
  },
  {
    rule: 'ST71',
    title: 'totals follow inserts, archiving and removal, and ignore what was rolled back',
    async run({ storage }) {
      const [channel = 0, first = 0, second = 0] = await openChannel(storage, 1, { customers: 3 });
      const totals = async () => {
        const reader = storage.reader(brand);
        const of = async (query: Partial<CustomerListQuery>) => (await listNumbers(reader, { ...query, limit: 0 }))[1];
        return [await of({}), await of({ archived: true }), await of({ channelNumber: channel, archived: false })];
      };
      deepEqual(await totals(), [3, 0, 3]);
      const change = async (number: number, archived: boolean | undefined, end?: Error) =>
        storage.transaction(brand, async (tx) => {
          await tx.customers.lock(number);
          await tx.customers.update(number, archived === undefined ? { name: 'New' } : { archived });
          if (end !== undefined) throw end;
        });
      await change(first, true);
      deepEqual(await totals(), [3, 1, 2]);
      for (const same of [true, undefined]) await change(first, same);
      deepEqual(await totals(), [3, 1, 2]);
      await rejects(change(second, true, new Error('refused')), /refused/);
      deepEqual(await totals(), [3, 1, 2]);
      await storage.transaction(brand, async (tx) => {
        await tx.customers.lock(first);
        await tx.customers.destroy(first);
        await tx.customers.destroy(first);
        await insertCustomer(tx, sampleCustomer(channel, { archived: true, token: 'token' }));
        await tx.customers.insert(sampleCustomer(channel, { token: 'token' }));
      });
      deepEqual(await totals(), [3, 1, 2]);
      await change(second, true);
      await change(second, false);
      deepEqual(await totals(), [3, 1, 2]);
    },
  },
  {
    rule: 'ST100',
    title: 'after any writes, kept or rolled back, every list and its total are what filtering all customers returns',
    async run({ storage }) {
      const random = randomNumbers(20_261_123);
      const all = new Map((await insertManyCustomers(storage, 700)).map((customer) => [customer.number, customer]));
      const channels = [1, 2, 3, 4, 5].map((number) => storage.reader(brand).channels.find(number));
      const places = (await Promise.all(channels)).filter((channel) => channel !== undefined);
      for (let round = 0; round < 40; round += 1) {
        const after = new Map(all);
        const isKept = random(4) > 0;
        const run = storage.transaction(brand, async (tx) => {
          for (let step = random(12); step >= 0; step -= 1) await writeAtRandom(tx, after, { random, places });
          if (!isKept) throw new Error('refused');
        });
        if (isKept) await run;
        else await rejects(run, /refused/);
        if (!isKept) continue;
        all.clear();
        for (const [number, customer] of after) all.set(number, customer);
      }
      const rows = [...all.values()].sort((a, b) => a.number - b.number);
      for (const query of queries()) {
        const expected = rows.filter((customer) => isWanted(customer, query)).map(({ number }) => number);
        for (const offset of [0, Math.floor(expected.length / 2), Math.max(0, expected.length - 3)]) {
          const numbers = expected.slice(offset, offset + 9);
          const found = await listNumbers(storage.reader(brand), { ...query, offset, limit: 9 });
          deepEqual(found, [numbers, expected.length], JSON.stringify({ ...query, offset }));
        }
      }
    },
  },
  {
    rule: 'ST56',
    title: 'consecutive slices have each customer once, with any filter',
    async run({ storage }) {
      await insertManyCustomers(storage);
      const reader = storage.reader(brand);
      await eightAtATime(queries(), async (query) => {
        const [expected, total] = await listNumbers(reader, query);
        for (const limit of [1, 7]) {
          const numbers: number[] = [];
          for (let offset = 0; offset < total; offset += limit) {
            const slice = await reader.customers.list({ ...query, offset, limit });
            equal(slice.total, total);
            numbers.push(...slice.items.map(({ number }) => number));
          }
          deepEqual(numbers, expected);
        }
        for (const range of [
          { offset: total, limit: 5 },
          { offset: total + 9, limit: 5 },
          { offset: 0, limit: 0 },
        ]) {
          const slice = await reader.customers.list({ ...query, ...range });
          deepEqual(slice, { items: [], total });
        }
      });
    },
  },
];

/** Customers of all sorts on channels of three workspaces, one of them a test channel. */
async function insertManyCustomers(storage: Storage, count = 60): Promise<readonly CustomerRecord[]> {
  return storage.transaction(brand, async (tx) => {
    const channels = [
      await tx.channels.insert(ownChannel(1)),
      await tx.channels.insert(ownChannel(2, { workspace: 2 })),
      await tx.channels.insert(ownChannel(3)),
      await tx.channels.insert(ownChannel(4, { purpose: 'test' })),
      await tx.channels.insert(ownChannel(5, { workspace: 3 })),
    ];
    const inserted: CustomerRecord[] = [];
    for (let index = 0; index < count; index += 1) {
      const { number, workspace, purpose } = channels[(index * 3) % 5] as (typeof channels)[number];
      const members: Partial<NewCustomer> = {
        workspace,
        purpose,
        archived: index % 4 === 0,
        optIn: index % 3 === 0,
        ...(index % 7 < 4 && { agentId: 6 + (index % 2) }),
      };
      inserted.push(await insertCustomer(tx, sampleCustomer(number, members)));
    }
    return inserted;
  });
}

/** Inserts, changes or erases one customer, in the store and in the copy. */
async function writeAtRandom(
  tx: BrandTransaction,
  copy: Map<number, CustomerRecord>,
  { random, places }: { readonly random: (below: number) => number; readonly places: readonly ChannelRecord[] },
): Promise<void> {
  const kind = random(8);
  const [number = 0] = [...copy.keys()].slice(random(copy.size));
  const agentId = [undefined, 6, 7][random(3)];
  const states = { archived: random(2) === 0, optIn: random(2) === 0 };
  if (kind < 2) {
    const { number: channel, workspace, purpose } = places[random(places.length)] as ChannelRecord;
    const members = { ...states, workspace, purpose, ...(agentId !== undefined && { agentId }) };
    const inserted = await insertCustomer(tx, sampleCustomer(channel, members));
    copy.set(inserted.number, inserted);
    return;
  }
  await tx.customers.lock(number);
  if (kind === 2) {
    await tx.customers.destroy(number);
    copy.delete(number);
    return;
  }
  const change = [
    { agentId },
    { archived: states.archived },
    { optIn: states.optIn },
    { ...states, agentId },
    { unread: 3 },
  ];
  const written = change[kind - 3] ?? {};
  await tx.customers.update(number, written);
  const { agentId: before, ...others } = { ...copy.get(number), ...written } as CustomerRecord;
  copy.set(number, { ...others, ...(before !== undefined && { agentId: before }) });
}

type Query = Partial<CustomerListQuery> & Pick<CustomerListQuery, 'workspaces'>;

function* queries(): Iterable<Query> {
  const filters: readonly Partial<CustomerListQuery>[] = [
    {},
    { agentId: 7 },
    { agentId: 5 },
    { agentId: null },
    { optIn: true },
    { optIn: false },
    { agentId: 6, optIn: false },
  ];
  for (const workspaces of [[1], [1, 2], [3, 2, 1, 2], [9], []]) {
    for (const channelNumber of [undefined, 1, 2, 4, 99]) {
      for (const archived of [undefined, true, false]) {
        for (const filter of filters) {
          yield {
            workspaces,
            ...(channelNumber !== undefined && { channelNumber }),
            ...(archived !== undefined && { archived }),
            ...filter,
          };
        }
      }
    }
  }
}

function isWanted(customer: CustomerRecord, query: Query): boolean {
  return (
    customer.purpose === 'live' &&
    query.workspaces.includes(customer.workspace) &&
    [undefined, customer.channelNumber].includes(query.channelNumber) &&
    [undefined, customer.agentId ?? null].includes(query.agentId) &&
    [undefined, customer.archived].includes(query.archived) &&
    [undefined, customer.optIn].includes(query.optIn)
  );
}
