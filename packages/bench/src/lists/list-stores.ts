import type { Storage } from '@botwright/core/ports';
import type { Arm, Bench, Promised } from '../harness/benchmark.ts';
import { growth } from '../harness/compare.ts';
import { renderNumber } from '../harness/render-text.ts';
import { benchStores } from '../stores/bench-stores.ts';
import { type Change, changeEach } from '../stores/write-records.ts';

/** Stores of one kind with lists of several lengths. */
export interface ListStores {
  readonly kind: string;
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
  fill: (storage: Storage, rows: number) => Promise<void>,
): Promise<ListStores> {
  const { open, close } = await benchStores(bench, kind, database);
  const stores: { readonly size: number; readonly storage: Storage }[] = [];
  for (const size of rows) {
    const { storage, settle } = await open();
    const startedAt = performance.now();
    await fill(storage, size);
    const micros = ((performance.now() - startedAt) / size) * 1_000;
    bench.note(`${kind}, ${size} rows: filling takes ${renderNumber(micros)} µs a row`);
    await settle();
    stores.push({ size, storage });
  }
  return { kind, stores, close };
}

interface Page {
  readonly items: readonly unknown[];
  readonly total: number;
}

export const pageSize = 20;

/** Reads of a page, by their names in the title. */
export type Queries = Readonly<Record<string, (storage: Storage, offset: number) => Promise<Page>>>;

type Bounds = Pick<Promised, 'atMost' | 'aim'>;

/**
 * Reads pages of lists of several lengths: for each query the first page and the one at half of its results.
 *
 * @param about - The beginning of the titles, after the kind of the stores.
 * @param further - Further pages, by the share of the list before them.
 */
export async function comparePages(
  bench: Pick<Bench, 'compare' | 'note'>,
  { kind, stores }: ListStores,
  about: readonly string[],
  queries: Queries,
  further: Readonly<Record<string, number>> = {},
): Promise<void> {
  for (const [page, part] of Object.entries({ 'first page': 0, 'page at half the list': 0.5, ...further })) {
    // PostgreSQL has counters only of whole lists, and reads an index up to a page that is far down.
    const farDown = kind === 'PostgreSQL' ? {} : { atMost: 20, aim: 3 };
    const bounds = part === 0 ? { atMost: 3, aim: 1.5 } : farDown;
    for (const [name, read] of Object.entries(queries)) {
      const title = [kind, ...about, page, name].filter((each) => each !== '').join(', ');
      await comparePage(
        bench,
        title,
        stores,
        async (storage, total) => {
          return read(storage, Math.floor((total * part) / pageSize) * pageSize);
        },
        bounds,
      );
    }
  }
}

/** @param read - Is given the number of rows of the list; 0 to ask for it. */
async function comparePage(
  { compare, note }: Pick<Bench, 'compare' | 'note'>,
  title: string,
  stores: ListStores['stores'],
  read: (storage: Storage, total: number) => Promise<Page>,
  bounds: Bounds,
): Promise<void> {
  const arms: Arm[] = [];
  const lengths = new Set<number>();
  for (const { size, storage } of stores) {
    const { total } = await read(storage, 0);
    lengths.add((await read(storage, total)).items.length);
    arms.push({ name: `${size}`, size, run: () => read(storage, total) });
  }
  // A page with fewer rows takes less time at any size, so the ratio of the two says little.
  const isSame = lengths.size === 1;
  if (!isSame) note(`${title}: pages of ${[...lengths].join(' and ')} rows`);
  await compare({ title, arms, ratios: [growth(arms, isSame ? bounds : {})], batchMs: 10, warmUp: 3 });
}

/** Compares changes of records in lists of several lengths. */
export async function compareChanges(
  { compare }: Pick<Bench, 'compare'>,
  { stores }: ListStores,
  title: string,
  recordKind: string,
  changesOf: (size: number, round: number) => readonly Change[],
): Promise<void> {
  const arms = stores.map(
    ({ size, storage }): Arm => ({
      name: `${size}`,
      size,
      measure: async (round) => ({ 'µs each': await changeEach(storage, recordKind, changesOf(size, round)) }),
    }),
  );
  await compare({ title, arms, ratios: [growth(arms)] });
}
