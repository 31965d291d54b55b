import type { EpochMs } from './time/epoch-ms.ts';

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * @returns The uuid in lower case, or `undefined` when the value is not a uuid.
 * @spec ER5
 */
export function asUuid(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length !== 36) return undefined;
  const lower = value.toLowerCase();
  return uuidForm.test(lower) ? lower : undefined;
}

/** A version 8 UUID, the same for the same hash. @param hash - Lower-case hex, at least 32 digits. */
export function uuidOfHash(hash: string): string {
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

const counterLimit = 0x1000;

export interface UuidV7Source {
  next(now: EpochMs): string;
}

/**
 * Makes version 7 UUIDs in ascending order.
 *
 * The twelve bits after the time count within one millisecond. When they run out, the id gets the next millisecond;
 * when `now` is before the time of the last id, the new id repeats this time. So the order is right, and the time may
 * not be.
 *
 * @param randomBytes - Makes the given number of random bytes.
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
      let random = '';
      for (const byte of randomBytes(8)) random += byte < 16 ? `0${byte.toString(16)}` : byte.toString(16);
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

/** @returns The time in the first 48 bits of a version 7 uuid. */
export function momentOfUuidV7(uuid: string): EpochMs {
  return Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
}
