import { Unzip, UnzipInflate } from 'fflate';
import { ImportError } from '../import-error.ts';
import type { ImportFile } from '../importer.ts';

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
 * Opens zips: each stands for the JSON and YAML files in it.
 *
 * @throws {ImportError} When a file exceeds a bound, or a zip cannot be read.
 * @spec IM6, IM7
 */
export function openFiles(files: readonly ImportFile[]): readonly ImportFile[] {
  return files.flatMap((file) => {
    if (file.bytes.length > fileBounds.bytes) throw new ImportError(`${file.path} has more than 20 MiB.`);
    return isZip(file.bytes) ? unzip(file) : [file];
  });
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
  if (found.some(({ isWhole }) => !isWhole)) refuse('is not a readable zip.');
  return found.map((file) => ({ path: file.path, bytes: joined(file.chunks, file.size) }));
}

/** Systems of macOS add a file with a leading dot for each file. */
function isWanted(name: string): boolean {
  return /\.(?:json|ya?ml)$/i.test(name) && !/(?:^|\/)(?:\.[^/]*$|__MACOSX\/)/.test(name);
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
