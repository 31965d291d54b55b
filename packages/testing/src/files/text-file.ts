import { isUtf8 } from 'node:buffer';
import { closeSync, constants, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { sep } from 'node:path';

/** Which files are read. */
export interface FileBounds {
  /** Folder that the file has to be in once links are followed. Left out: it may be anywhere, as a person named it. */
  readonly within?: string;
  /** Whether a pipe is read, too, as `<(…)` of a shell makes one. */
  readonly takesPipes?: boolean;
  /** In bytes. Default: {@link largestFile}. */
  readonly maxBytes?: number;
}

/** A text, or why there is none, such as `ENOENT`: the words belong in parentheses behind a sentence. */
export type ReadText =
  | {
      readonly text: string;
      /** A byte order mark that was before the text. */
      readonly mark: '' | '\uFEFF';
    }
  | { readonly failed: string };

const mebibyte = 1_048_576;

/** In bytes. The interfaces take a diagram of 5 MiB by default. */
export const largestFile = 32 * mebibyte;

/** Enough for most bots, in bytes. */
const usualSize = 262_144;

/** What files are read into. */
interface Memory {
  buffer: Buffer;
}

/** Reads a text in UTF-8. Only regular files are opened, and pipes where they are taken: a device has no end. */
export function readTextFile(path: string, bounds?: FileBounds): ReadText {
  return createTextReader()(path, bounds);
}

/**
 * Makes a function that reads files one after another into the same memory. `readFileSync` takes a third longer: it puts
 * a text together from pieces of 8 KiB.
 */
export function createTextReader(): typeof readTextFile {
  const memory: Memory = { buffer: Buffer.allocUnsafe(usualSize) };
  return (path, bounds) => readInto(memory, path, bounds);
}

/** @spec BF19, BF20, BF21 */
function readInto(memory: Memory, path: string, bounds: FileBounds = {}): ReadText {
  const { within, takesPipes = false, maxBytes = largestFile } = bounds;
  try {
    const stats = statSync(path);
    if (!stats.isFile() && !(takesPipes && stats.isFIFO())) {
      return { failed: stats.isDirectory() ? 'EISDIR' : 'it is no regular file' };
    }
    if (within !== undefined && !isWithin(realpathSync(path), realpathSync(within))) {
      return { failed: `it is outside ${within}` };
    }
    if (stats.isFile() && stats.size > maxBytes) return { failed: tooLarge(maxBytes) };
    // Without it, what became a pipe meanwhile would be waited for.
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      return readAll(file, memory, maxBytes, stats.isFile() ? undefined : createPatience());
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return { failed: error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason' };
  }
}

/** Both with links followed. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

export const tooLarge = (maxBytes: number): string => `it is larger than ${maxBytes / mebibyte} MiB`;

function readAll(file: number, memory: Memory, maxBytes: number, patience: Patience | undefined): ReadText {
  for (let length = 0; ; ) {
    if (length > maxBytes) return { failed: tooLarge(maxBytes) };
    if (length === memory.buffer.length) memory.buffer = Buffer.concat([memory.buffer], length * 2);
    const count = readSome(file, memory.buffer, length);
    if (count === undefined) {
      if (patience?.(longestSilenceMs) !== true) return { failed: 'nothing more came' };
      continue;
    }
    // A pipe that nobody has opened for writing yet has an end, too.
    if (count === 0 && (length > 0 || patience?.(longestAbsenceMs) !== true)) {
      return decodeText(memory.buffer.subarray(0, length));
    }
    length += count;
  }
}

/** @returns `undefined` where the writer of a pipe has written nothing more yet. */
function readSome(file: number, buffer: Buffer, at: number): number | undefined {
  try {
    return readSync(file, buffer, at, buffer.length - at, null);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return undefined;
    throw error;
  }
}

const pauseMs = 10;
/** For somebody to open a pipe for writing. */
const longestAbsenceMs = 2_000;
/** For all that is written into a pipe. */
const longestSilenceMs = 60_000;

type Patience = (maxMs: number) => boolean;

/** Waits a moment at each call. @returns Whether that may go on. */
function createPatience(): Patience {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  let waitedMs = 0;
  return (maxMs) => {
    Atomics.wait(pause, 0, 0, pauseMs);
    waitedMs += pauseMs;
    return waitedMs < maxMs;
  };
}

/**
 * Decodes the bytes of a file, or of standard input. A byte order mark is no part of the text.
 *
 * @spec BF4, BF21
 */
export function decodeText(bytes: Uint8Array): ReadText {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [first, second] = buffer;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return { failed: 'it is UTF-16: save it as UTF-8' };
  }
  if (!isUtf8(buffer)) return { failed: `it is not UTF-8: see line ${lineOfFault(buffer)}` };
  const text = buffer.toString('utf8');
  return text.startsWith('\uFEFF') ? { text: text.slice(1), mark: '\uFEFF' } : { text, mark: '' };
}

/** No byte of a character of several is a line feed, so that each line can be looked at for itself. */
function lineOfFault(buffer: Buffer): number {
  let line = 1;
  for (let start = 0; ; line += 1) {
    const end = buffer.indexOf(0x0a, start);
    if (end === -1 || !isUtf8(buffer.subarray(start, end))) return line;
    start = end + 1;
  }
}
