import type { FileOwner, FileStore, ReadableFile } from '../ports/file-store.ts';

/**
 * Stores files in the memory of the process, for tests.
 *
 * @spec FS10, FS11, FS12
 */
export function memoryFileStore(): FileStore {
  const files = new Map<string, ReadableFile>();
  return {
    async put(file, content) {
      const pieces: Uint8Array[] = [];
      for await (const piece of content) pieces.push(piece.slice());
      const bytes = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
      const stored = { ...file, bytes };
      files.set(file.id, { ...stored, content: () => eachOf(pieces) });
      return stored;
    },
    open: async (id) => files.get(id),
    async erase(owner) {
      for (const file of files.values()) if (keyOf(file) === keyOf(owner)) files.delete(file.id);
    },
    async listOwners(after = '', limit) {
      const owners = new Map([...files.values()].map(({ brand, customer }) => [keyOf({ brand, customer }), { brand, customer }]));
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
