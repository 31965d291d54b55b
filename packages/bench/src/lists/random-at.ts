/** Returns a number from 0 to below 1. */
export type RandomAt = (index: number, kind: number) => number;

/** @returns A function that returns a number from 0 to below 1, the same one for the same seed, index and kind. */
export function randomAt(seed: number): RandomAt {
  return (index, kind) => {
    let hash = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(seed + kind, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
    return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
  };
}
