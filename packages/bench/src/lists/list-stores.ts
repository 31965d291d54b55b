import type { Storage } from '@botwright/core/ports';
import type { Bench, Promised } from '../harness/benchmark.ts';
import { growth } from '../harness/compare.ts';
import { renderNumber } from '../harness/render-text.ts';
import type { BenchStore } from '../stores/bench-store.ts';
import { benchStores } from '../stores/bench-stores.ts';

/** Stores with lists of several lengths. */
export interface ListStores {
  readonly stores: readonly { readonly size: number; readonly storage: Storage }[];
  readonly close: () => Promise<void>;
}

interface ListOptions {
  /** A word of `storeOption`. */
  readonly kind: string;
  readonly database: string;
  readonly rows: readonly number[];
}

/** @param fill - Called once per store, with the number of rows that it adds. */
export async function listStores(
  bench: Pick<Bench, 'folder' | 'peers' | 'note'>,
  { kind, database, rows }: ListOptions,
  fill: (store: BenchStore, rows: number) => Promise<void>,
): Promise<ListStores> {
  const { open, close } = await benchStores(bench, kind, database);
  const stores: { readonly size: number; readonly storage: Storage }[] = [];
  for (const size of rows) {
    const store = await open();
    const startedAt = performance.now();
    await fill(store, size);
    const micros = ((performance.now() - startedAt) / size) * 1_000;
    bench.note(`${kind}, ${size} rows: filling takes ${renderNumber(micros)} µs a row`);
    await store.settle();
    stores.push({ size, storage: store.storage });
  }
  return { stores, close };
}

/**
 * The promise for a page far down a list. PostgreSQL has counters only of whole lists, and reads an index up to the
 * page.
 */
export const boundsFarDown = (kind: string): Pick<Promised, 'atMost' | 'aim'> =>
  kind === 'PostgreSQL' ? {} : { atMost: 20, aim: 3 };

interface Page {
  readonly items: readonly unknown[];
  readonly total: number;
}

interface Pages {
  readonly title: string;
  readonly stores: ListStores;
  /** The kind of the rows, such as `bots`. */
  readonly rows: string;
  /** @param total - The number of rows of the list: 0 to ask for it. */
  readonly read: (storage: Storage, total: number) => Promise<Page>;
  readonly bounds?: Pick<Promised, 'atMost' | 'aim'>;
}

/** Reads the same page of lists of several lengths. */
export async function comparePages(
  { compare, note }: Pick<Bench, 'compare' | 'note'>,
  { title, stores: { stores }, rows, read, bounds = {} }: Pages,
): Promise<void> {
  const arms = [];
  const lengths = new Set<number>();
  for (const { size, storage } of stores) {
    const { total } = await read(storage, 0);
    lengths.add((await read(storage, total)).items.length);
    arms.push({ name: `${size}`, size, run: () => read(storage, total) });
  }
  // A page with fewer rows takes less time at any size, so the ratio of the two says little.
  const isSame = lengths.size === 1;
  if (!isSame) note(`${title}: pages of ${[...lengths].join(' and ')} rows`);
  await compare({ title, arms, ratios: [growth(arms, isSame ? bounds : {})], sizes: rows, batchMs: 10, warmUp: 3 });
}
