/** Random choices that are the same in every run with one seed. */
export interface Random {
  /** An integer from 0, less than `count`. */
  below(count: number): number;
  /** Whether something happens that happens so often, from 0 to 1. */
  chance(share: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Continues as one from this seed. */
  restart(seed: number): void;
}

const range = 2 ** 32;

/** Mulberry32: 32 bits of state are enough to choose among delays and faults. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (count: number) => Math.floor((next() / range) * count);
  return {
    below,
    restart(from) {
      state = from >>> 0;
    },
    chance: (share) => next() < share * range,
    pick<T>(items: readonly T[]): T {
      if (items.length === 0) throw new RangeError('There is nothing to pick from.');
      return items[below(items.length)] as T;
    },
  };
}
