/** A whole number from 0 up to and without `below`. */
export type Random = (below: number) => number;

/** Mulberry32: equal seeds give equal numbers. @param seeds - Whole numbers, such as a seed and an index. */
export function randomOf(...seeds: readonly number[]): Random {
  let state = seeds.reduce((mixed, seed) => Math.imul(mixed ^ seed, 0x9e37_79b1) ^ (mixed >>> 13), 0x2545_f491) >>> 0;
  return (below) => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** An entry of a list; `undefined` of an empty one. */
export function oneOf<T>(list: readonly T[], random: Random): T | undefined {
  return list.length === 0 ? undefined : list[random(list.length)];
}
