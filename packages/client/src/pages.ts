/** One page of a list. */
export interface Page<T> {
  /** In the order of the list; empty past the end. */
  readonly items: readonly T[];
  /** The number of entries on all pages. */
  readonly total: number;
}

/**
 * A list that the server gives in pages. It requests a page only when the caller reads it. Entries added or removed
 * between two requests can be missing, or come twice.
 *
 * @example
 * for await (const bot of client.bots.list({ state: 'active' })) console.log(bot.name);
 * const { items, total } = await client.bots.list({ page: 2, page_size: 50 }).page();
 *
 */
export interface Pages<T> extends AsyncIterable<T> {
  /** The page that the query names, by default the first. */
  page(): Promise<Page<T>>;
  /** This page and all later ones. */
  pages(): AsyncIterable<Page<T>>;
  /** All entries from this page on, in memory. */
  all(): Promise<readonly T[]>;
}

type Query = Readonly<Record<string, unknown>>;

/**
 * Reads lists by page number, and by offset and limit.
 *
 * @spec CL5, CL6
 */
export function pagesOf<T>(kind: 'pages' | 'slices', query: Query, read: (query: Query) => Promise<Page<T>>): Pages<T> {
  async function* pages(): AsyncGenerator<Page<T>, void, void> {
    const member = kind === 'pages' ? 'page' : 'offset';
    let at = numberIn(query[member]) ?? (kind === 'pages' ? 1 : 0);
    const pageSize = numberIn(query['page_size']) ?? 20;
    for (;;) {
      const page = await read({ ...query, [member]: at });
      yield page;
      const { length } = page.items;
      const seen = kind === 'pages' ? at * pageSize : at + length;
      // A page without entries ends the list even before the total: the total may never be reached.
      if (length === 0 || seen >= page.total) return;
      at += kind === 'pages' ? 1 : length;
    }
  }
  async function* items(): AsyncGenerator<T, void, void> {
    for await (const page of pages()) yield* page.items;
  }
  return {
    page: () => read(query),
    pages,
    async all() {
      const all: T[] = [];
      for await (const page of pages()) all.push(...page.items);
      return all;
    },
    [Symbol.asyncIterator]: items,
  };
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
