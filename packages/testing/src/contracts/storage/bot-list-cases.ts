import { deepEqual, equal, rejects } from 'node:assert/strict';
import {
  type BotListQuery,
  type BotRecord,
  type BrandTransaction,
  foldText,
  type Storage,
} from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import { botId, brand, firstPage, randomNumbers, sampleBot } from './samples.ts';
import type { StorageFixture } from './storage-fixture.ts';

export const botListCases: readonly ContractCase<StorageFixture>[] = [
  {
    rule: 'ST19',
    title: 'a list is filtered by state, workspaces and channel family together',
    async run({ storage }) {
      await insertAll(storage, [
        { workspace: 1 },
        { workspace: 2 },
        { workspace: 2, channelFamily: 'msgapp' },
        { workspace: 3 },
        { workspace: 1, state: 'trashed' },
        { workspace: 2, state: 'trashed', channelFamily: 'msgapp' },
      ]);

      for (const order of ['published', 'created', 'name'] as const) {
        const found = async (query: Partial<BotListQuery>) => {
          const page = await list(storage, { order, ...query });
          equal(page.total, page.items.length);
          return page.items.map((bot) => bot.id).sort();
        };
        deepEqual(await found({ workspaces: [1] }), [botId(1)]);
        deepEqual(await found({ workspaces: [2] }), [botId(2), botId(3)]);
        deepEqual(await found({ workspaces: [1, 2, 77] }), [botId(1), botId(2), botId(3)]);
        deepEqual(await found({ workspaces: [2, 2, 3] }), [botId(2), botId(3), botId(4)]);
        deepEqual(await found({ workspaces: [] }), []);
        deepEqual(await found({ workspaces: [1, 2, 3], channelFamily: 'msgapp' }), [botId(3)]);
        deepEqual(await found({ workspaces: [2], channelFamily: 'native' }), [botId(2)]);
        deepEqual(await found({ workspaces: [1, 2, 3], channelFamily: 'unheard_of' }), []);
        deepEqual(await found({ workspaces: [1, 2, 3], state: 'trashed' }), [botId(5), botId(6)]);
        deepEqual(await found({ workspaces: [2], state: 'trashed', channelFamily: 'msgapp' }), [botId(6)]);
      }
    },
  },
  {
    rule: 'ST20',
    title: 'search finds plain text anywhere in the folded name',
    async run({ storage }) {
      const names = ['sales bot', '100% sales', 'a_b', 'axb', 'back\\slash', '"quoted" it\'s', 'grüße \u{1f916}'];
      await insertAll(
        storage,
        names.map((foldedName) => ({ foldedName })),
      );

      const found = async (search: string, order: BotListQuery['order']) => {
        const page = await list(storage, { search, order });
        equal(page.total, page.items.length);
        return page.items.map((bot) => bot.foldedName).sort();
      };
      for (const order of ['published', 'created', 'name'] as const) {
        deepEqual(await found('sales', order), ['100% sales', 'sales bot']);
        deepEqual(await found('%', order), ['100% sales']);
        deepEqual(await found('s%b', order), []);
        deepEqual(await found('_', order), ['a_b']);
        deepEqual(await found('a_b', order), ['a_b']);
        deepEqual(await found('\\', order), ['back\\slash']);
        deepEqual(await found('"', order), ['"quoted" it\'s']);
        deepEqual(await found("'", order), ['"quoted" it\'s']);
        deepEqual(await found('ß', order), ['grüße \u{1f916}']);
        deepEqual(await found('\u{1f916}', order), ['grüße \u{1f916}']);
        deepEqual(await found('', order), [...names].sort());
        deepEqual(await found('*', order), []);
        deepEqual(await found('\u0000', order), []);
        deepEqual(await found('SALES', order), []);
      }
    },
  },
  {
    rule: 'ST20',
    title: 'search is combined with state, workspace and family',
    async run({ storage }) {
      await insertAll(storage, [
        { foldedName: 'one x' },
        { foldedName: 'two x', workspace: 2 },
        { foldedName: 'three x', state: 'trashed' },
        { foldedName: 'four x', channelFamily: 'msgapp' },
      ]);
      const query = { search: 'x', workspaces: [1], channelFamily: 'native' };
      deepEqual(
        (await list(storage, query)).items.map((bot) => bot.foldedName),
        ['one x'],
      );
    },
  },
  {
    rule: 'ST21',
    title: 'newest publication first, the unpublished last by creation, ties by id',
    async run({ storage }) {
      await insertAll(storage, [
        { createdAt: 10 },
        { createdAt: 10, publishedAt: 100 },
        { createdAt: 20, publishedAt: 100 },
        { createdAt: 5, publishedAt: 300 },
        { createdAt: 20, publishedAt: 100 },
        { createdAt: 30 },
        { createdAt: 30 },
        { createdAt: 40, publishedAt: 0 },
      ]);
      deepEqual(await idsInOrder(storage, 'published'), [4, 3, 5, 2, 8, 6, 7, 1].map(botId));
    },
  },
  {
    rule: 'ST22',
    title: 'newest creation first, ties by id',
    async run({ storage }) {
      await insertAll(storage, [{ createdAt: 10 }, { createdAt: 30 }, { createdAt: 20 }, { createdAt: 30 }]);
      deepEqual(await idsInOrder(storage, 'created'), [2, 4, 3, 1].map(botId));
    },
  },
  {
    rule: 'ST23',
    title: 'names sort by code point, so that U+10000 comes after U+FFEE, and equal ones by id',
    async run({ storage }) {
      const sorted = ['', ' a', '10', '9', 'Z', 'a', 'a b', 'aa', 'a\u0301', 'b', 'b', 'z', 'ß', 'é', '\uac00'];
      const all = [...sorted, '\ud7a3', '\ue000', '\uffee', '\u{10000}', '\u{10000}a', '\u{1f916}', '\u{10ffff}'];
      const shuffled = all.map((foldedName, index) => ({ foldedName, rank: (index * 13) % all.length }));
      shuffled.sort((a, b) => a.rank - b.rank);
      await insertAll(
        storage,
        shuffled.map(({ foldedName }) => ({ foldedName })),
      );

      const page = await list(storage, { order: 'name' });
      deepEqual(
        page.items.map((bot) => bot.foldedName),
        all,
      );
      const [first, second] = page.items.filter((bot) => bot.foldedName === 'b');
      equal((first?.id ?? '') < (second?.id ?? ''), true);
    },
  },
  {
    rule: 'ST24',
    title: 'pages have each match once, in order, and the right total',
    async run({ storage }) {
      await insertAll(
        storage,
        Array.from({ length: 25 }, (_, index) => ({
          createdAt: index % 4,
          foldedName: `bot ${index % 5}`,
          workspace: 1 + (index % 2),
          ...(index % 3 === 0 ? { publishedAt: index % 2 } : {}),
        })),
      );

      for (const order of ['published', 'created', 'name'] as const) {
        for (const workspaces of [[1], [1, 2]]) {
          const whole = await list(storage, { order, workspaces });
          const items: BotRecord[] = [];
          for (let page = 1; page <= Math.ceil(whole.total / 4); page += 1) {
            const cut = await list(storage, { order, workspaces, page, pageSize: 4 });
            deepEqual({ ...cut, items: [] }, { items: [], total: whole.total, page, pageSize: 4 });
            items.push(...cut.items);
          }
          equal(whole.total, workspaces.length === 1 ? 13 : 25);
          deepEqual(items, whole.items);
        }
      }
      const first = await list(storage, { pageSize: 1, search: '3' });
      deepEqual([first.items.length, first.total], [1, 2]);
    },
  },
  {
    rule: 'ST24',
    title: 'a page past the end is empty and keeps the total, however far it is',
    async run({ storage }) {
      await insertAll(storage, [{}, {}]);
      for (const page of [2, 1_000, Number.MAX_SAFE_INTEGER]) {
        deepEqual(await list(storage, { page, pageSize: 100 }), { items: [], total: 2, page, pageSize: 100 });
      }
    },
  },
  {
    rule: 'ST101',
    title: 'after any writes, kept or rolled back, every list, search and total are what filtering all bots returns',
    async run({ storage }) {
      const random = randomNumbers(20_261_124);
      const all = new Map<string, Copy>();
      await insertAtRandom(storage, all, { random, from: 1, count: 700 });
      for (let round = 0; round < 40; round += 1) {
        const after = new Map(all);
        const isKept = random(4) > 0;
        const run = storage.transaction(brand, async (tx) => {
          for (let step = random(12); step >= 0; step -= 1) await changeAtRandom(tx, after, random);
          if (!isKept) throw new Error('refused');
        });
        if (isKept) await run;
        else await rejects(run, /refused/);
        if (!isKept) continue;
        all.clear();
        for (const [id, bot] of after) all.set(id, bot);
        if (round % 10 === 0) await insertAtRandom(storage, all, { random, from: 1_000 * (round + 1), count: 20 });
      }
      for (const query of randomQueries()) {
        const expected = [...all.values()].filter((bot) => isWanted(bot, query)).sort(comparisons[query.order]);
        for (const page of [1, 2, 1 + (expected.length >> 4), Math.max(1, Math.ceil(expected.length / 8))]) {
          const found = await list(storage, { ...query, page, pageSize: 8 });
          const ids = expected.slice((page - 1) * 8, page * 8).map((bot) => bot.id);
          deepEqual([found.items.map(({ id }) => id), found.total], [ids, expected.length], JSON.stringify(query));
        }
      }
    },
  },
];

type Copy = Omit<BotRecord, 'number'>;

const syllables = ['Ka', 'é', '%_', 'ς', 'lo', ' ', '"', '\u{1f916}', 'mi\u0301', 'a'];

/** @returns A name of few different characters, and how a search sees it. */
function nameAtRandom(random: (below: number) => number): Pick<BotRecord, 'name' | 'foldedName'> {
  const name = Array.from({ length: 1 + random(6) }, () => syllables[random(syllables.length)]).join('');
  return { name, foldedName: foldText(name) };
}

async function insertAtRandom(
  storage: Storage,
  copy: Map<string, Copy>,
  {
    random,
    from,
    count,
  }: { readonly random: (below: number) => number; readonly from: number; readonly count: number },
): Promise<void> {
  await storage.transaction(brand, async (tx) => {
    for (let index = from; index < from + count; index += 1) {
      const bot = sampleBot(index, {
        ...nameAtRandom(random),
        id: botId(random(1_000) * 1_000_000 + index),
        workspace: 1 + random(3),
        channelFamily: ['native', 'msgapp', 'rare'][Math.floor(random(21) / 10)] as string,
        state: random(5) === 0 ? 'trashed' : 'active',
        createdAt: random(50),
        ...(random(2) === 0 && { publishedAt: random(50) }),
      });
      const { number: _number, ...inserted } = await tx.bots.insert(bot);
      copy.set(inserted.id, inserted);
    }
  });
}

/** Changes or destroys one bot, in the store and in the copy. */
async function changeAtRandom(
  tx: BrandTransaction,
  copy: Map<string, Copy>,
  random: (below: number) => number,
): Promise<void> {
  const [id] = [...copy.keys()].slice(random(copy.size));
  const bot = id === undefined ? undefined : copy.get(id);
  if (id === undefined || bot === undefined) return;
  await tx.bots.lock(id);
  const kind = random(6);
  if (kind === 0) {
    await tx.bots.destroy(id);
    copy.delete(id);
    return;
  }
  const state = bot.state === 'active' ? 'trashed' : 'active';
  const publishedAt = random(60);
  const changes = [{ publishedAt }, { ...nameAtRandom(random), publishedAt }, nameAtRandom(random), { state }] as const;
  const change = changes[kind - 1] ?? { editedAt: 9_000 };
  await tx.bots.update(id, change);
  copy.set(id, { ...bot, ...change });
}

type WholeQuery = Pick<BotListQuery, 'state' | 'workspaces' | 'order' | 'channelFamily' | 'search'>;

function* randomQueries(): Iterable<WholeQuery> {
  for (const order of ['published', 'created', 'name'] as const) {
    for (const state of ['active', 'trashed'] as const) {
      for (const workspaces of [[2], [1, 2, 3], [9]]) {
        for (const family of [{}, { channelFamily: 'native' }, { channelFamily: 'rare' }]) {
          for (const search of [undefined, 'lo', 'kalo', 'é%_', 'σ"a', '\u{1f916}lo', 'ka ', 'absent']) {
            yield { order, state, workspaces, ...family, ...(search !== undefined && { search }) };
          }
        }
      }
    }
  }
}

function isWanted(bot: Copy, { state, workspaces, channelFamily, search = '' }: WholeQuery): boolean {
  return (
    bot.state === state &&
    workspaces.includes(bot.workspace) &&
    [undefined, bot.channelFamily].includes(channelFamily) &&
    bot.foldedName.includes(search)
  );
}

const byId = (a: Copy, b: Copy): number => (a.id < b.id ? -1 : 1);
const byCreation = (a: Copy, b: Copy): number => b.createdAt - a.createdAt || byId(a, b);
/** UTF-8 bytes have the same order as code points. */
const byName = (a: Copy, b: Copy): number => Buffer.compare(Buffer.from(a.foldedName), Buffer.from(b.foldedName));

const comparisons: Readonly<Record<BotListQuery['order'], (a: Copy, b: Copy) => number>> = {
  published: (a, b) => (b.publishedAt ?? -1) - (a.publishedAt ?? -1) || byCreation(a, b),
  created: byCreation,
  name: (a, b) => byName(a, b) || byId(a, b),
};

/** Inserts bots 1, 2, 3, … */
async function insertAll(storage: Storage, bots: readonly Partial<BotRecord>[]): Promise<void> {
  await storage.transaction(brand, async (tx) => {
    for (const [index, members] of bots.entries()) await tx.bots.insert(sampleBot(index + 1, members));
  });
}

function list(
  storage: Storage,
  query: Partial<BotListQuery>,
): ReturnType<ReturnType<Storage['reader']>['bots']['list']> {
  return storage
    .reader(brand)
    .bots.list({ state: 'active', workspaces: [1], order: 'created', ...firstPage, ...query });
}

async function idsInOrder(storage: Storage, order: BotListQuery['order']): Promise<readonly string[]> {
  const one = await list(storage, { order });
  const several = await list(storage, { order, workspaces: [1, 2] });
  deepEqual(several.items, one.items);
  return one.items.map((bot) => bot.id);
}
