import { Gunzip, Unzip, UnzipInflate } from 'fflate';
import { ImportError } from '../import-error.ts';
import type { ImportFile } from '../importer.ts';
import { readTar } from './read-tar.ts';

const mebibyte = 1_048_576;

/** The bounds of files, and of zips with all their entries. */
export const fileBounds = {
  /** Bytes of a file. */
  bytes: 20 * mebibyte,
  /** Entries of a zip, folders included. */
  entries: 5_000,
  /** Inflated bytes of a zip. */
  inflated: 64 * mebibyte,
  /** Inflated bytes by compressed bytes. */
  ratio: 100,
} as const;

/** Bytes of a zip that are inflated before its size is checked again. */
const slice = 8_192;
/** A small zip of a repetitive text may exceed the ratio. */
const freeOfRatio = mebibyte;

/**
 * Opens zips and `.tgz` archives: each stands for the files in it that importers read.
 *
 * @throws {ImportError} When a file exceeds a bound, or a zip cannot be read.
 * @spec IM6, IM7
 */
export function openFiles(files: readonly ImportFile[]): readonly ImportFile[] {
  return files.flatMap((file) => {
    if (file.bytes.length > fileBounds.bytes) throw new ImportError(`${file.path} has more than 20 MiB.`);
    if (isZip(file.bytes)) return unzip(file);
    return isGzip(file.bytes) ? openTarball(file) : [file];
  });
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8;
}

/** @spec IB2 */
function openTarball({ path, bytes }: ImportFile): readonly ImportFile[] {
  const refuse = (message: string): never => {
    throw new ImportError(`${path} ${message}`);
  };
  const entries = readTar(gunzip(bytes, refuse), fileBounds.entries, refuse);
  return entries.flatMap(({ name, bytes: content }) => {
    if (content.length > fileBounds.bytes) refuse('has an entry of more than 20 MiB.');
    return isWanted(name) ? [{ path: `${path}!${name}`, bytes: content }] : [];
  });
}

/** Inflates slices, and stops at a bound: the size that a file claims is not trusted. */
function gunzip(bytes: Uint8Array, refuse: (message: string) => never): Uint8Array {
  const chunks: Uint8Array[] = [];
  let inflated = 0;
  let given = 0;
  let isWhole = false;
  let fault: ImportError | undefined;
  const reader = new Gunzip((chunk, isLast) => {
    chunks.push(chunk);
    inflated += chunk.length;
    isWhole = isLast;
  });
  const check = (): void => {
    if (inflated > fileBounds.inflated) refuse('has more than 64 MiB when inflated.');
    if (inflated > freeOfRatio && inflated > given * fileBounds.ratio)
      refuse('inflates to more than 100 times its size.');
  };
  try {
    for (let at = 0; at < bytes.length; at += slice) {
      given = Math.min(at + slice, bytes.length);
      reader.push(bytes.subarray(at, given), given === bytes.length);
      check();
    }
  } catch (error) {
    fault = error instanceof ImportError ? error : undefined;
    if (fault === undefined) return refuse('is not a readable archive.');
    throw fault;
  }
  return isWhole ? joined(chunks, inflated) : refuse('is not a readable archive.');
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

/** Reads a stream of entries, not the directory of the zip, whose sizes are claims. */
function unzip({ path, bytes }: ImportFile): readonly ImportFile[] {
  const found: { path: string; chunks: Uint8Array[]; size: number; isWhole: boolean }[] = [];
  let entries = 0;
  let inflated = 0;
  let given = 0;
  // fflate takes an error that its caller throws for a fault of the zip.
  let fault: ImportError | undefined;
  const refuse = (message: string): never => {
    fault ??= new ImportError(`${path} ${message}`);
    throw fault;
  };
  const reader = new Unzip((entry) => {
    entries += 1;
    if (entries > fileBounds.entries) refuse('has more than 5,000 entries.');
    if (!isWanted(entry.name)) return;
    const file = { path: `${path}!${entry.name}`, chunks: [] as Uint8Array[], size: 0, isWhole: false };
    found.push(file);
    entry.ondata = (error, chunk, isLast) => {
      if (error !== null) refuse('is not a readable zip.');
      inflated += chunk.length;
      file.size += chunk.length;
      if (inflated > fileBounds.inflated) refuse('has more than 64 MiB when inflated.');
      if (inflated > freeOfRatio && inflated > given * fileBounds.ratio) {
        refuse('inflates to more than 100 times its size.');
      }
      if (file.size > fileBounds.bytes) refuse('has an entry of more than 20 MiB.');
      file.chunks.push(chunk);
      file.isWhole = isLast;
    };
    entry.start();
  });
  reader.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length; at += slice) {
      given = Math.min(at + slice, bytes.length);
      reader.push(bytes.subarray(at, given), given === bytes.length);
    }
  } catch {
    refuse('is not a readable zip.');
  }
  if (fault !== undefined) throw fault;
  if (entries === 0 || found.some(({ isWhole }) => !isWhole)) refuse('is not a readable zip.');
  return found.map((file) => ({ path: file.path, bytes: joined(file.chunks, file.size) }));
}

/** Systems of macOS add a file with a leading dot for each file. */
function isWanted(name: string): boolean {
  return /\.(?:json|ya?ml|dialog|lg|lu|qna|js)$/i.test(name) && !/(?:^|\/)(?:\.[^/]*$|__MACOSX\/)/.test(name);
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
