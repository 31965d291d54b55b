import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CustomerListQuery, CustomerRecord, Storage } from '@botwright/core/ports';
import { sqliteStorage } from '@botwright/storage-sqlite';

const [few, many] = [1_000, Number(process.argv[2] ?? 1_000_000)];
const channels = 10;
const workspaces = [1, 2, 3, 4];
const batch = 20_000;
const roundsMs = 1_500;
const mostAllowed = 3;

type Filter = Partial<Omit<CustomerListQuery, 'limit'>>;

/** Lists whose cost must not grow with the number of customers. */
const promised: readonly (readonly [string, Filter])[] = [
  ['no filter, one workspace', { workspaces: [2] }],
  ['no filter, four workspaces', {}],
  ['by channel', { channelNumber: 2 }],
  ['archived, one workspace', { workspaces: [2], archived: true }],
  ['archived, four workspaces', { archived: true }],
  ['not archived, four workspaces', { archived: false }],
  ['by channel, archived', { channelNumber: 2, archived: true }],
];

const measured: readonly (readonly [string, Filter])[] = [
  ['by agent', { agentId: 7 }],
  ['without an agent', { agentId: null }],
  ['opted in', { optIn: true }],
  ['by channel and agent', { channelNumber: 2, agentId: 7 }],
  ['offset of a half, one workspace', { workspaces: [2], offset: 0.5 }],
  ['offset of a half, four workspaces', { offset: 0.5 }],
  ['last page, four workspaces', { offset: 1 }],
];

/** Makes a customer from its index, with members that do not correlate. */
function customerAt(index: number): Omit<CustomerRecord, 'number'> {
  const channel = index % channels;
  const agent = (index * 7) % 50;
  return {
    channelNumber: channel + 1,
    workspace: workspaceOf(channel),
    purpose: 'live',
    token: `customer-${index}`,
    name: `Customer ${index}`,
    email: `customer-${index}@example.org`,
    phone: '',
    ...(agent < 40 && { agentId: agent }),
    archived: (index * 7919) % 101 < 20,
    blocked: false,
    optIn: (index * 104_729) % 103 < 50,
    registerDate: 1_767_225_600_000 + index,
    unread: index % 3,
    lastSeq: 0,
    fields: { city: { type: 'string', value: 'Rome' }, visits: { type: 'integer', value: index % 9 } },
  };
}

function workspaceOf(channel: number): number {
  return workspaces[channel % workspaces.length] as number;
}

async function fill(storage: Storage, customers: number): Promise<void> {
  await storage.transaction('bench', async (tx) => {
    for (let channel = 0; channel < channels; channel += 1) {
      const members = { purpose: 'live', type: 'apichat', active: true, configured: false, createdAt: 1 } as const;
      await tx.channels.insert({ ...members, id: `c${channel}`, name: 'Crm', workspace: workspaceOf(channel) });
    }
  });
  for (let start = 0; start < customers; start += batch) {
    await storage.transaction('bench', async (tx) => {
      const end = Math.min(start + batch, customers);
      for (let index = start; index < end; index += 1) await tx.customers.insert(customerAt(index));
    });
  }
}

/** @returns Milliseconds. */
async function time(storage: Storage, filter: Filter, customers: number): Promise<number> {
  const query = { workspaces, ...filter, limit: 20, offset: offsetOf(filter, customers) };
  const startedAt = performance.now();
  await storage.reader('bench').customers.list(query);
  return performance.now() - startedAt;
}

/** An offset is a fraction of all customers of one workspace, or of all. */
function offsetOf({ offset = 0, workspaces: wanted = workspaces }: Filter, customers: number): number {
  const places = Array.from({ length: channels }, (_, channel) => workspaceOf(channel));
  const share = places.filter((workspace) => wanted.includes(workspace)).length / channels;
  return Math.max(0, Math.floor(offset * share * customers) - (offset === 1 ? 20 : 0));
}

/** Alternates between both, so that other load affects both. @returns Medians in milliseconds. */
async function compare(small: Storage, large: Storage, filter: Filter): Promise<readonly [number, number]> {
  const [smallTimes, largeTimes]: [number[], number[]] = [[], []];
  const endsAt = performance.now() + roundsMs;
  while (performance.now() < endsAt || largeTimes.length < 5) {
    smallTimes.push(await time(small, filter, few));
    largeTimes.push(await time(large, filter, many));
  }
  return [median(smallTimes), median(largeTimes)];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

function report(title: string, small: number, large: number): void {
  console.log(
    `${title.padEnd(36)}${small.toFixed(3).padStart(9)} ms${large.toFixed(3).padStart(11)} ms` +
      `   ratio ${(large / small).toFixed(2)}`,
  );
}

const folder = mkdtempSync(join(tmpdir(), 'botwright-bench-'));
try {
  const open = (name: string) => sqliteStorage({ file: join(folder, name), workLimitMs: 600_000 });
  const [small, large] = [open('small.db'), open('large.db')];
  await fill(small, few);
  const startedAt = performance.now();
  await fill(large, many);
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(`${many} customers on ${channels} channels inserted through the store in ${seconds.toFixed(0)} s`);

  console.log(`\na page of 20 with its total, median at ${few} and at ${many} customers`);
  let worst = 0;
  for (const [title, filter] of promised) {
    const [before, after] = await compare(small, large, filter);
    worst = Math.max(worst, after / before);
    report(title, before, after);
  }
  console.log(`worst ratio ${worst.toFixed(2)}, allowed ${mostAllowed}`);

  console.log('\nwhat is only measured');
  for (const [title, filter] of measured) report(title, ...(await compare(small, large, filter)));
  await Promise.all([small.close(), large.close()]);
  if (worst > mostAllowed) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
