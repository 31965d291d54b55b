import type { FileOwner, FileStore, ReadableFile } from '../ports/file-store.ts';
import { StorageUnavailableError } from '../ports/storage-unavailable.ts';

const defaultMaxBytes = 64 * 1_024 * 1_024;

/**
 * Stores files in the memory of the process, for tests.
 *
 * @param maxBytes - Of all files; default 64 MiB.
 * @spec FS10, FS11, FS12
 */
export function memoryFileStore({ maxBytes = defaultMaxBytes }: { readonly maxBytes?: number } = {}): FileStore {
  const files = new Map<string, ReadableFile>();
  let used = 0;

  async function read(content: AsyncIterable<Uint8Array>): Promise<readonly Uint8Array[]> {
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    try {
      for await (const piece of content) {
        if (used + piece.byteLength > maxBytes) throw new StorageUnavailableError('The store of files is full.');
        used += piece.byteLength;
        bytes += piece.byteLength;
        pieces.push(piece.slice());
      }
      return pieces;
    } catch (error) {
      used -= bytes;
      throw error;
    }
  }

  return {
    async put(file, content) {
      const pieces = await read(content);
      const bytes = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
      const stored = { ...file, bytes };
      files.set(file.id, { ...stored, content: () => eachOf(pieces) });
      return stored;
    },
    open: async (id) => files.get(id),
    async erase(owner) {
      for (const { id, bytes } of [...files.values()].filter((file) => keyOf(file) === keyOf(owner))) {
        files.delete(id);
        used -= bytes;
      }
    },
    async listOwners(after = '', limit) {
      const owners = new Map(
        [...files.values()].map(({ brand, customer }) => [keyOf({ brand, customer }), { brand, customer }]),
      );
      const later = [...owners.keys()].sort().filter((key) => key > after);
      const taken = later.slice(0, limit);
      const next = later.length > limit ? taken.at(-1) : undefined;
      return {
        owners: taken.flatMap((key) => owners.get(key) ?? []),
        ...(next !== undefined && { next }),
      };
    },
  };
}

function keyOf({ brand, customer }: FileOwner): string {
  return JSON.stringify([brand, customer]);
}

async function* eachOf(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}
