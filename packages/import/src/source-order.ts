import { pointerTo } from './json.ts';

/** A place in a file of a source. */
export interface SourceAt {
  readonly path: string;
  /** RFC 6901 pointer into the file. */
  readonly pointer: string;
}

/** A place in an element. */
export const below = ({ path, pointer }: SourceAt, ...tokens: readonly (string | number)[]): SourceAt => ({
  path,
  pointer: pointerTo(pointer, ...tokens),
});

/** Sorts by places in a file: numbers as numbers, names as texts, parents first. The order of equal places stays. */
export function inPointerOrder<T extends { readonly pointer: string }>(items: readonly T[]): readonly T[] {
  return items
    .map((item) => ({ item, order: orderOf(item.pointer) }))
    .toSorted((a, b) => compare(a.order, b.order))
    .map(({ item }) => item);
}

type Order = readonly (string | number)[];

const orderOf = (pointer: string): Order =>
  pointer.split('/').map((token) => (/^\d+$/.test(token) ? Number(token) : token));

function compare(a: Order, b: Order): number {
  for (const [at, one] of a.entries()) {
    const other = b[at];
    if (other === undefined) return 1;
    if (one === other) continue;
    if (typeof one === 'number' && typeof other === 'number') return one - other;
    return String(one) < String(other) ? -1 : 1;
  }
  return a.length - b.length;
}
