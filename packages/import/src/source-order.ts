/** The tokens of a pointer, with list indexes as numbers. */
const tokensOf = (pointer: string): readonly (string | number)[] =>
  pointer.split('/').map((token) => (/^\d+$/.test(token) ? Number(token) : token));

/** Sorts by the places of pointers in their file. The order of items with one pointer stays. */
export function inSourceOrder<T extends { readonly pointer: string }>(items: readonly T[]): readonly T[] {
  return items
    .map((item) => ({ item, tokens: tokensOf(item.pointer) }))
    .toSorted((a, b) => compare(a.tokens, b.tokens))
    .map(({ item }) => item);
}

function compare(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [at, one] of a.entries()) {
    const other = b[at];
    if (other === undefined) return 1;
    if (one === other) continue;
    if (typeof one === 'number' && typeof other === 'number') return one - other;
    return String(one) < String(other) ? -1 : 1;
  }
  return a.length - b.length;
}
