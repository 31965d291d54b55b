import type { EpochMs } from '../time/epoch-ms.ts';

const counterLimit = 0x1000;

export interface UuidV7Source {
  next(now: EpochMs): string;
}

/**
 * Makes version 7 UUIDs, each greater than the one before.
 *
 * The twelve bits after the time count within one millisecond. When they run out, or when the moment asked for
 * lies before that of the last id, the id borrows the next millisecond or keeps the last: order comes first.
 *
 * @param randomBytes - Gives that many bytes.
 */
export function uuidV7Source(randomBytes: (count: number) => Uint8Array): UuidV7Source {
  let latest: EpochMs = -1;
  let counter = 0;

  return {
    next(now) {
      if (now > latest) {
        latest = now;
        counter = 0;
      } else {
        counter += 1;
      }
      if (counter === counterLimit) {
        latest += 1;
        counter = 0;
      }

      const time = latest.toString(16).padStart(12, '0');
      const random = Array.from(randomBytes(8), (byte) => byte.toString(16).padStart(2, '0')).join('');
      const variant = ((Number.parseInt(random.slice(0, 1), 16) & 0x3) | 0x8).toString(16);
      return [
        time.slice(0, 8),
        time.slice(8),
        `7${counter.toString(16).padStart(3, '0')}`,
        `${variant}${random.slice(1, 4)}`,
        random.slice(4),
      ].join('-');
    },
  };
}

/** @returns The moment that a version 7 uuid carries, in its first 48 bits. */
export function momentOfUuidV7(uuid: string): EpochMs {
  return Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
}
