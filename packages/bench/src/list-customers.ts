import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { memoryStorage } from '@botwright/core/memory';
import type { CustomerListQuery, CustomerRecord, Storage } from '@botwright/core/ports';
import { sqliteStorage } from '@botwright/storage-sqlite';
import { compareArms } from './compare-arms.ts';
import { randomAt } from './random-at.ts';

const { values: options } = parseArgs({
  options: {
    few: { type: 'string', default: '1000' },
    many: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '7919' },
    /** `spread`: every state is everywhere in the list. `clustered`: what a filter finds stands in the last fifth of it. */
    shape: { type: 'string', default: 'spread' },
    store: { type: 'string', default: 'sqlite' },
  },
});
const [few, many, seed] = [Number(options.few), Number(options.many), Number(options.seed)];
const random = randomAt(seed);
const isClustered = options.shape === 'clustered';

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
function customerAt(index: number, of: number): Omit<CustomerRecord, 'number'> {
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

/** @returns Microseconds that the insertion of a customer took. */
async function fill(storage: Storage, customers: number): Promise<number> {
  await storage.transaction('bench', async (tx) => {
    for (let channel = 0; channel < channels; channel += 1) {
      const members = { purpose: 'live', type: 'apichat', active: true, configured: false, createdAt: 1 } as const;
      await tx.channels.insert({ ...members, id: `c${channel}`, name: 'Crm', workspace: workspaceOf(channel) });
    }
  });
  const startedAt = performance.now();
  for (let start = 0; start < customers; start += batch) {
    await storage.transaction('bench', async (tx) => {
      const end = Math.min(start + batch, customers);
      for (let index = start; index < end; index += 1) await tx.customers.insert(customerAt(index, customers));
    });
  }
  return ((performance.now() - startedAt) / customers) * 1_000;
}

/** Changes customers far from each other, all in one transaction. @returns Microseconds for each. */
async function assign(storage: Storage, customers: number): Promise<number> {
  const changes = Math.min(2_000, customers);
  const startedAt = performance.now();
  await storage.transaction('bench', async (tx) => {
    for (let index = 0; index < changes; index += 1) {
      const number = 1 + Math.floor((index * customers) / changes);
      await tx.customers.lock(number);
      await tx.customers.update(number, { agentId: 7 });
    }
  });
  return ((performance.now() - startedAt) / changes) * 1_000;
}

const list = (storage: Storage, filter: Filter, offset: number, limit = 20) =>
  storage.reader('bench').customers.list({ workspaces, ...filter, offset, limit });

const folder = mkdtempSync(join(tmpdir(), 'botwright-bench-'));
try {
  const open = (name: string): Storage =>
    options.store === 'memory' ? memoryStorage() : sqliteStorage({ file: join(folder, name), workLimitMs: 600_000 });
  const [small, large] = [open('small.db'), open('large.db')];
  console.log(`${options.store}, ${options.shape}, seed ${seed}: ${few} and ${many} customers on ${channels} channels`);
  const inserted = [await fill(small, few), await fill(large, many)];
  console.log(`an insertion: ${inserted.map((us) => us.toFixed(1)).join(' and ')} µs`);

  for (const [title, part] of [
    ['first page', 0],
    ['page at half the list', 0.5],
  ] as const) {
    console.log(`\n${title} of 20 with its total, at ${few} and at ${many}`);
    for (const [name, filter] of filters) {
      const totals = await Promise.all([small, large].map(async (each) => (await list(each, filter, 0, 0)).total));
      const [ofSmall = 0, ofLarge = 0] = totals.map((total) => Math.floor(total * part));
      await compareArms(name, [() => list(small, filter, ofSmall), () => list(large, filter, ofLarge)]);
    }
  }
  const assigned = [await assign(small, few), await assign(large, many)];
  console.log(`\nan assignment: ${assigned.map((us) => us.toFixed(1)).join(' and ')} µs`);
  await Promise.all([small.close(), large.close()]);
} finally {
  rmSync(folder, { recursive: true });
}
