import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewDelivery, Storage } from '@botwright/core/ports';
import { sqliteStorage } from '@botwright/storage-sqlite';
import { median } from './median.ts';

const sizes = [1_000, 1_000_000] as const;
const rounds = 301;
const limit = 16;
const perTarget = 8;
/** Enough that one brand may have all deliveries that are claimed here. */
const slots = 1_000;
const now = 1_000;
const bodyBytes = 8 * 1024 * 1024;
const batch = 2_000;

function delivery(number: number, target: number): NewDelivery {
  return {
    id: `01910000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`,
    target: { kind: 'hook', number: target },
    workspace: 1,
    customerNumber: 1 + (number % 997),
    messageUuid: `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`,
    origin: 'https://crm.example.com',
    createdAt: now,
    dueAt: now,
    body: `{"messages":[{"text":"${'x'.repeat(200)}"}]}`,
  };
}

interface Spread {
  targetOf(number: number): number;
  /** The number of consecutive deliveries of one brand. Default: all are of one brand. */
  readonly perBrand?: number;
}

async function fill(storage: Storage, size: number, { targetOf, perBrand }: Spread): Promise<void> {
  const step = perBrand ?? batch;
  for (let from = 0; from < size; from += step) {
    const numbers = Array.from({ length: Math.min(step, size - from) }, (_, index) => from + index);
    const brand = perBrand === undefined ? 'bench' : `bench ${from}`;
    await storage.transaction(brand, (tx) =>
      tx.deliveries.add(numbers.map((number) => delivery(number, targetOf(number)))),
    );
  }
}

interface Claimed {
  readonly expected: number;
  /** The slots that brands have already. Default: none. */
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
  if (expected > 0)
    await storage.deliveryQueue.release(
      'w',
      claimed.map(({ id }) => id),
    );
  return time;
}

async function withStorage<T>(work: (storage: Storage) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-bench-'));
  const storage = sqliteStorage({ file: join(folder, 'bots.db') });
  try {
    return await work(storage);
  } finally {
    await storage.close();
    rmSync(folder, { recursive: true });
  }
}

/** Alternates between both, so that other load of the machine affects both. */
async function report(title: string, claimed: Claimed, prepare: (storage: Storage, size: number) => Promise<void>) {
  const [few, many] = sizes;
  await withStorage((small) =>
    withStorage(async (large) => {
      await prepare(small, few);
      await prepare(large, many);
      const times = { few: [] as number[], many: [] as number[] };
      for (let round = 0; round < rounds; round += 1) {
        times.few.push(await measureClaim(small, claimed));
        times.many.push(await measureClaim(large, claimed));
      }
      const [fewMs, manyMs] = [median(times.few), median(times.many)];
      console.log(
        `${title}: ${fewMs.toFixed(3)} ms with 1,000 due, ${manyMs.toFixed(3)} ms with 1,000,000, ` +
          `ratio ${(manyMs / fewMs).toFixed(2)} (at most 2)`,
      );
    }),
  );
}

await report('spread over a tenth as many targets, 16 leased', { expected: limit }, async (storage, size) => {
  await fill(storage, size, { targetOf: (number) => 1 + (number % (size / 10)) });
});

await report('all of one target that is at its cap, nothing leased', { expected: 0 }, async (storage, size) => {
  await fill(storage, size, { targetOf: () => 1 });
  await storage.deliveryQueue.claim({
    worker: 'other',
    now,
    leaseUntil: 10 * now,
    limit: 100,
    bodyBytes,
    slots,
    perTarget,
  });
});

await report('all of one target but one delivery, the target at its cap', { expected: 1 }, async (storage, size) => {
  await fill(storage, size, { targetOf: () => 1 });
  await storage.deliveryQueue.claim({
    worker: 'other',
    now,
    leaseUntil: 10 * now,
    limit: 100,
    bodyBytes,
    slots,
    perTarget,
  });
  await storage.transaction('bench', (tx) => tx.deliveries.add([delivery(size, 2)]));
});

await report(
  'of a thousand targets of one brand that holds its share, 16 of others leased',
  { expected: limit, held: new Map([['bench', slots / 2]]) },
  async (storage, size) => {
    await fill(storage, size, { targetOf: (number) => 1 + (number % 1_000) });
    await storage.deliveryQueue.claim({
      worker: 'w',
      now,
      leaseUntil: 10 * now,
      limit: 500,
      bodyBytes,
      slots,
      perTarget,
    });
    for (let index = 0; index < 20; index += 1) {
      await storage.transaction(`other ${index}`, (tx) => tx.deliveries.add([delivery(size + index, 1)]));
    }
  },
);

await report('spread over a hundredth as many brands, 16 leased', { expected: limit }, async (storage, size) => {
  await fill(storage, size, { targetOf: (number) => 1 + (number % 10), perBrand: 100 });
});
