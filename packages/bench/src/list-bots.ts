import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { memoryStorage } from '@botwright/core/memory';
import type { BotListQuery, BotRecord, Storage } from '@botwright/core/ports';
import { sqliteStorage } from '@botwright/storage-sqlite';
import { compareArms } from './compare-arms.ts';
import { randomAt } from './random-at.ts';

const { values: options } = parseArgs({
  options: {
    few: { type: 'string', default: '1000' },
    many: { type: 'string', default: '50000' },
    seed: { type: 'string', default: '7919' },
    /** `spread`: names of made-up words. `alike`: names that differ only at the end, imported at one moment. */
    shape: { type: 'string', default: 'spread' },
    store: { type: 'string', default: 'sqlite' },
  },
});
const [few, many, seed] = [Number(options.few), Number(options.many), Number(options.seed)];
const isAlike = options.shape === 'alike';
const random = randomAt(seed);

const workspaces = [1, 2, 3, 4];
const families = ['native', 'native', 'apichat', 'msgapp', 'facebook'];
/** The text that is searched for, and how many bots have it, at every size. */
const sought = { text: 'harbour', bots: 30 };
const batch = 5_000;

type Query = Partial<BotListQuery>;

const filters: readonly (readonly [string, Query])[] = [
  ['all, four workspaces', {}],
  ['one workspace', { workspaces: [2] }],
  ['of a family', { channelFamily: 'facebook' }],
  ['of a rare family', { channelFamily: 'rare' }],
  ['in the trash', { state: 'trashed' }],
  ['search', { search: sought.text }],
  ['search in a family and workspace', { search: sought.text, workspaces: [2], channelFamily: 'native' }],
  ['search that finds nothing', { search: 'zzzq' }],
];
const orders = ['published', 'created', 'name'] as const;

const syllables = ['ka', 'lo', 'mi', 'ru', 'ten', 'sor', 'vel', 'an', 'dri', 'pol', 'es', 'qua', 'bi', 'fen', 'gar'];

function wordAt(index: number, kind: number): string {
  const count = 2 + Math.floor(random(index, kind) * 3);
  return Array.from({ length: count }, (_, at) => {
    const syllable = Math.floor(random(index, kind * 10 + at + 1) * syllables.length);
    return syllables[syllable];
  }).join('');
}

function nameAt(index: number, of: number): string {
  const every = Math.floor(of / sought.bots);
  const isSought = index % every === 0 && index < every * sought.bots;
  const end = isSought ? ` ${sought.text}` : '';
  if (isAlike) return `Customer service bot ${String(index).padStart(7, '0')}${end}`;
  return `${wordAt(index, 1)} ${wordAt(index, 2)}${end}`;
}

function botAt(index: number, of: number): Omit<BotRecord, 'number'> {
  const id = `${Math.floor(random(index, 100) * 2 ** 32)
    .toString(16)
    .padStart(8, '0')}-0000-7000-8000-${String(index).padStart(12, '0')}`;
  const name = nameAt(index, of);
  const createdAt = isAlike ? 1_767_225_600_000 : 1_767_225_600_000 + Math.floor(random(index, 101) * 1e10);
  const isRare = index % Math.floor(of / sought.bots) === 1;
  const isTrashed = random(index, 103) < 0.1;
  return {
    id,
    name,
    foldedName: name.toLowerCase(),
    workspace: workspaces[Math.floor(random(index, 104) * workspaces.length)] as number,
    channelFamily: isRare ? 'rare' : (families[Math.floor(random(index, 105) * families.length)] as string),
    state: isTrashed ? 'trashed' : 'active',
    builder: 'current',
    channels: [`live-${index}`],
    testChannel: `test-${index}`,
    createdAt,
    editedAt: createdAt,
    ...(random(index, 106) < 0.6 && { publishedAt: isAlike ? createdAt : createdAt + index, liveVersion: 'v1' }),
    ...(isTrashed && { trashedAt: createdAt }),
  };
}

/** @returns Microseconds for each bot. */
async function fill(storage: Storage, bots: number): Promise<number> {
  const startedAt = performance.now();
  for (let start = 0; start < bots; start += batch) {
    await storage.transaction('bench', async (tx) => {
      for (let index = start; index < Math.min(start + batch, bots); index += 1)
        await tx.bots.insert(botAt(index, bots));
    });
  }
  return ((performance.now() - startedAt) / bots) * 1_000;
}

/** Changes bots far from each other, all in one transaction. @returns Microseconds for each. */
async function change(storage: Storage, bots: number, write: (index: number) => object): Promise<number> {
  const changes = Math.min(1_000, bots);
  const startedAt = performance.now();
  await storage.transaction('bench', async (tx) => {
    for (let count = 0; count < changes; count += 1) {
      const { id } = botAt(Math.floor((count * bots) / changes), bots);
      await tx.bots.lock(id);
      await tx.bots.update(id, write(count));
    }
  });
  return ((performance.now() - startedAt) / changes) * 1_000;
}

const list = (storage: Storage, query: Query) =>
  storage
    .reader('bench')
    .bots.list({ state: 'active', workspaces, order: 'published', page: 1, pageSize: 20, ...query });

const folder = mkdtempSync(join(tmpdir(), 'botwright-bench-'));
try {
  const open = (name: string): Storage =>
    options.store === 'memory' ? memoryStorage() : sqliteStorage({ file: join(folder, name), workLimitMs: 600_000 });
  const [small, large] = [open('small.db'), open('large.db')];
  console.log(`${options.store}, ${options.shape}, seed ${seed}: ${few} and ${many} bots`);
  const perBot = (times: readonly number[]) => `${times.map((us) => us.toFixed(1)).join(' and ')} µs`;
  console.log(`an insertion: ${perBot([await fill(small, few), await fill(large, many)])}`);

  for (const [title, part] of [
    ['first page', 0],
    ['page at half the list', 0.5],
  ] as const) {
    for (const order of orders) {
      console.log(`\n${title} of 20 with its total, by ${order}, at ${few} and at ${many}`);
      for (const [name, filter] of filters) {
        const totals = await Promise.all([small, large].map(async (each) => (await list(each, filter)).total));
        const [ofSmall = 1, ofLarge = 1] = totals.map((total) => 1 + Math.floor((total * part) / 20));
        await compareArms(name, [
          () => list(small, { ...filter, order, page: ofSmall }),
          () => list(large, { ...filter, order, page: ofLarge }),
        ]);
      }
    }
  }
  for (const [title, write] of [
    ['a publication', (index: number) => ({ publishedAt: 1_800_000_000_000 + index })],
    ['a new name', (index: number) => ({ name: wordAt(index, 9), foldedName: wordAt(index, 9) })],
    ['an edit', (index: number) => ({ editedAt: 1_800_000_000_000 + index })],
  ] as const) {
    const times = [await change(small, few, write), await change(large, many, write)];
    console.log(`\n${title}: ${perBot(times)}`);
  }
  await Promise.all([small.close(), large.close()]);
} finally {
  rmSync(folder, { recursive: true });
}
