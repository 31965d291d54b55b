/** Finds which texts may contain another text, by the three characters in a row that they have. */
export interface TextIndex {
  /** @param number - Of the row that has the text. */
  put(number: number, before: string | undefined, after: string | undefined): void;
  /**
   * The numbers of rows whose text may contain this one: all that do, and others.
   *
   * @returns `undefined` for a text of less than three characters.
   */
  candidates(text: string): ReadonlySet<number> | undefined;
  /** Forgets former texts once these are many; to be called when all rows have the texts that were put. */
  tidy(): void;
}

/** @param texts - All rows that have a text. */
export function createTextIndex(texts: () => Iterable<readonly [number: number, text: string]>): TextIndex {
  let rows = new Map<string, number[]>();
  let [kept, outdated] = [0, 0];

  function add(number: number, text: string): void {
    kept += 1;
    for (const trigram of new Set(trigramsOf(text))) {
      const numbers = rows.get(trigram);
      if (numbers === undefined) rows.set(trigram, [number]);
      else numbers.push(number);
    }
  }

  return {
    put(number, before, after) {
      if (before === after) return;
      if (before !== undefined) outdated += 1;
      if (after !== undefined) add(number, after);
    },
    candidates(text) {
      const trigrams = trigramsOf(text);
      if (trigrams.length === 0) return undefined;
      const lists = trigrams.map((trigram) => rows.get(trigram) ?? []);
      return new Set(lists.reduce((shortest, list) => (list.length < shortest.length ? list : shortest)));
    },
    tidy() {
      // Former texts stay until they are the majority: removing one would look through a long list.
      if (outdated <= kept / 2 + 1_000) return;
      rows = new Map();
      [kept, outdated] = [0, 0];
      for (const [number, text] of texts()) add(number, text);
    },
  };
}

function trigramsOf(text: string): readonly string[] {
  return Array.from({ length: Math.max(0, text.length - 2) }, (_, index) => text.slice(index, index + 3));
}
