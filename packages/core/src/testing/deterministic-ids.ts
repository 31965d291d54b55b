import { uuidV7Source } from '../domain/uuid.ts';
import type { IdSource } from '../ports/id-source.ts';

/** Ids that are the same in every run with the same seed, for tests. They are guessable: never use them for secrets. */
export function deterministicIds(seed = 1): IdSource {
  const next = mulberry32(seed);
  const bytes = (count: number): Uint8Array => Uint8Array.from({ length: count }, () => next() & 0xff);
  const hex = (count: number): string =>
    Array.from(bytes(count), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const versions = uuidV7Source(bytes);

  return {
    uuid() {
      const random = hex(16);
      return [
        random.slice(0, 8),
        random.slice(8, 12),
        `4${random.slice(13, 16)}`,
        `8${random.slice(17, 20)}`,
        random.slice(20),
      ].join('-');
    },
    uuidAt: (now) => versions.next(now),
    token: () => hex(16),
  };
}

/** A small generator of 32-bit numbers; equal seeds give equal sequences. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
