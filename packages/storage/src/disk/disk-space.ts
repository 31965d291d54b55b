import { StorageUnavailableError } from '@botwright/core/ports';

/** The space that a file takes while it is written. */
export interface Reserved {
  /** @throws {StorageUnavailableError} when the brand may use no more. */
  take(bytes: number): void;
  /** Frees all of it: the file was not stored. */
  giveBack(): void;
}

/** Counts the bytes of files, and shares the space by brand. */
export interface DiskSpace {
  begin(brand: string): Promise<Reserved>;
  free(brand: string, bytes: number): void;
}

/**
 * @param measure - Bytes by brand of the files that are there. Called once, before the first file is written.
 * @spec FS13
 */
export function diskSpace(parts: {
  readonly maxBytes: number;
  readonly measure: () => Promise<ReadonlyMap<string, number>>;
}): DiskSpace {
  let measuring: Promise<Map<string, number>> | undefined;
  let counted: Map<string, number> | undefined;
  let total = 0;

  function add(brand: string, bytes: number): void {
    if (counted === undefined) return;
    const after = Math.max(0, (counted.get(brand) ?? 0) + bytes);
    total += after - (counted.get(brand) ?? 0);
    counted.set(brand, after);
  }

  async function measureOnce(): Promise<Map<string, number>> {
    const used = new Map(await parts.measure());
    counted = used;
    total = [...used.values()].reduce((sum, bytes) => sum + bytes, 0);
    return used;
  }

  return {
    async begin(brand) {
      measuring ??= measureOnce().catch((error) => {
        measuring = undefined;
        throw error;
      });
      const used = await measuring;
      let taken = 0;
      return {
        take(bytes) {
          const ofBrand = (used.get(brand) ?? 0) + bytes;
          if (ofBrand > parts.maxBytes - total - bytes)
            throw new StorageUnavailableError('The folder of files is full.');
          add(brand, bytes);
          taken += bytes;
        },
        giveBack() {
          add(brand, -taken);
          taken = 0;
        },
      };
    },
    free: (brand, bytes) => add(brand, -bytes),
  };
}
