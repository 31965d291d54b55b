import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type FileOwner,
  type FileStore,
  type NewFile,
  type OwnerPage,
  type ReadableFile,
  StorageUnavailableError,
  type StoredFile,
} from '@botwright/core/ports';
import { diskSpace } from './disk-space.ts';

/** The folder of the files, and its bound. */
export interface DiskFileStoreOptions {
  /** Made when it is missing. Nothing else may write into it. */
  readonly folder: string;
  /**
   * Bytes of all files; default 10 GiB. A brand may store a file only if afterwards as many bytes are free as it uses,
   * so that one brand never takes the last space of another.
   */
  readonly maxBytes?: number;
}

const defaultMaxBytes = 10 * 1_024 * 1_024 * 1_024;

/** The form of an id, so that it is the name of a file and no path. */
const idForm = /^[\w-]{16,128}$/;

/**
 * Stores files in a folder. Several processes may share the folder, each with its own count of the bytes.
 *
 * `content/<id>` has a line of JSON that describes the file, and its bytes after it. `brands/<hash>/<customer>/<id>`
 * is an empty file, which says whose it is: it is there before the content and until after it.
 *
 * @throws {TypeError} when `maxBytes` is not an integer from 1.
 * @spec FS10, FS11, FS12, FS13
 */
export function diskFileStore({ folder, maxBytes = defaultMaxBytes }: DiskFileStoreOptions): FileStore {
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 1) throw new TypeError('The option maxBytes is an integer from 1.');
  const contents = join(folder, 'content');
  const brands = join(folder, 'brands');
  const contentOf = (id: string): string => join(contents, id);
  const brandFolder = (brand: string): string => join(brands, sha256(brand));
  const ownerFolder = ({ brand, customer }: FileOwner): string => join(brandFolder(brand), String(customer));
  const space = diskSpace({ maxBytes, measure: () => measure(brands, contentOf) });

  /** Writes the description and the content, each piece after the one before. @returns The length of the content. */
  async function write(handle: FileHandle, file: NewFile, content: AsyncIterable<Uint8Array>): Promise<number> {
    const reserve = await space.begin(sha256(file.brand));
    let bytes = 0;
    try {
      await handle.appendFile(`${JSON.stringify(file)}\n`);
      for await (const piece of content) {
        reserve.take(piece.byteLength);
        await handle.appendFile(piece);
        bytes += piece.byteLength;
      }
      await handle.sync();
      return bytes;
    } catch (error) {
      reserve.giveBack();
      throw error;
    }
  }

  async function removeContent(id: string): Promise<void> {
    for (const path of [contentOf(id), partOf(contentOf(id))]) await rm(path, { force: true });
  }

  return {
    put: (file, content) =>
      onDisk(async () => {
        const owner = ownerFolder(file);
        await mkdir(contents, { recursive: true, mode: 0o700 });
        await mkdir(owner, { recursive: true, mode: 0o700 });
        await writeFile(join(brandFolder(file.brand), nameFile), JSON.stringify(file.brand), { mode: 0o600 });
        const mark = join(owner, file.id);
        const path = contentOf(file.id);
        await writeFile(mark, '', { flag: 'wx', mode: 0o600 });
        try {
          const handle = await open(partOf(path), 'wx', 0o600);
          let bytes: number;
          try {
            bytes = await write(handle, file, content);
          } finally {
            await handle.close();
          }
          await rename(partOf(path), path);
          // An erasure that ran meanwhile may have looked for the content before it was there.
          await stat(mark);
          return { ...file, bytes };
        } catch (error) {
          await removeContent(file.id);
          await rm(mark, { force: true });
          throw error;
        }
      }),

    open: (id) => onDisk(async () => (idForm.test(id) ? readHead(contentOf(id), id) : undefined)),

    erase: (owner) =>
      onDisk(async () => {
        const marks = ownerFolder(owner);
        for (const id of await namesIn(marks)) {
          const bytes = await bytesOf(contentOf(id));
          await removeContent(id);
          await rm(join(marks, id), { force: true });
          // A file that was stored while its mark was still there.
          await removeContent(id);
          space.free(sha256(owner.brand), bytes);
        }
        await rmdir(marks).catch(() => {
          // It is missing, or a file came into it.
        });
      }),

    listOwners: (after = '', limit) => onDisk(() => listOwners(brands, after, limit)),
  };
}

/** The name of a file beside the folders of a brand's customers. */
const nameFile = 'name.json';

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function partOf(path: string): string {
  return `${path}.part`;
}

async function listOwners(brands: string, after: string, limit: number): Promise<OwnerPage> {
  const keys: string[] = [];
  const owners: FileOwner[] = [];
  for (const hash of await namesIn(brands)) {
    const numbers = (await namesIn(join(brands, hash))).filter((name) => /^\d+$/.test(name));
    const later = numbers.filter((number) => `${hash}/${number}` > after);
    if (later.length === 0) continue;
    const brand: string = JSON.parse(await readFile(join(brands, hash, nameFile), 'utf8'));
    for (const number of later) {
      const last = keys.at(-1);
      if (keys.length === limit) return { owners, ...(last !== undefined && { next: last }) };
      keys.push(`${hash}/${number}`);
      owners.push({ brand, customer: Number(number) });
    }
  }
  return { owners };
}

/** @returns Bytes of files by the hash of their brand. */
async function measure(brands: string, contentOf: (id: string) => string): Promise<ReadonlyMap<string, number>> {
  const used = new Map<string, number>();
  for (const hash of await namesIn(brands)) {
    for (const customer of await namesIn(join(brands, hash))) {
      if (customer === nameFile) continue;
      for (const id of await namesIn(join(brands, hash, customer))) {
        used.set(hash, (used.get(hash) ?? 0) + (await bytesOf(contentOf(id))));
      }
    }
  }
  return used;
}

async function bytesOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** The names in a folder, sorted; none when it is missing. */
async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).then(
    (names) => names.sort(),
    (error) => {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    },
  );
}

/** Bytes in which the line of JSON ends: names are bounded. */
const longestHead = 8_192;
const lineFeed = 0x0a;

async function readHead(path: string, id: string): Promise<ReadableFile | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(longestHead), 0, longestHead, 0);
    const end = buffer.subarray(0, bytesRead).indexOf(lineFeed);
    const file: NewFile = JSON.parse(buffer.toString('utf8', 0, end));
    // A file system may ignore the case of a name.
    if (file.id !== id) return undefined;
    const stored: StoredFile = { ...file, bytes: size - end - 1 };
    return {
      ...stored,
      content: () => (stored.bytes === 0 ? noPieces() : createReadStream(path, { start: end + 1, end: size - 1 })),
    };
  } finally {
    await handle.close();
  }
}

async function* noPieces(): AsyncGenerator<Uint8Array> {}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** Faults of the disk that may pass. */
const passing = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EIO', 'EROFS']);

async function onDisk<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    const code = codeOf(cause);
    if (code === undefined || !passing.has(code)) throw cause;
    throw new StorageUnavailableError(`The folder of files cannot be used (${code}).`, { cause });
  }
}
