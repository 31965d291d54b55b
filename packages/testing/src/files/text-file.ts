import { isUtf8 } from 'node:buffer';
import { closeSync, constants, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { sep } from 'node:path';

/** Bounds for reading files. */
export interface FileBounds {
  /** The file must be in this folder after links are resolved. Default: anywhere, because a person named it. */
  readonly within?: string;
  /** Whether to read pipes, too, such as `<(…)` of a shell. */
  readonly takesPipes?: boolean;
  /** In bytes. Default: {@link largestFile}. */
  readonly maxBytes?: number;
}

/** A text, or the reason of the failure, such as `ENOENT`, for parentheses after a sentence. */
export type ReadText =
  | {
      readonly text: string;
      /** The byte order mark before the text. */
      readonly mark: '' | '\uFEFF';
    }
  | { readonly failed: string };

const mebibyte = 1_048_576;

/** In bytes. The interfaces accept diagrams of 5 MiB by default. */
export const largestFile = 32 * mebibyte;

/** Enough for most bots, in bytes. */
const usualSize = 262_144;

/** The buffer for reading. */
interface Memory {
  buffer: Buffer;
}

/** Reads a UTF-8 text. Opens only regular files, and pipes if allowed: a device has no end. */
export function readTextFile(path: string, bounds?: FileBounds): ReadText {
  return createTextReader()(path, bounds);
}

/**
 * Makes a function that reads files one after another into the same buffer. `readFileSync` takes a third longer: it
 * joins a text from pieces of 8 KiB.
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
      return { failed: stats.isDirectory() ? 'EISDIR' : 'it is not a regular file' };
    }
    if (within !== undefined && !isWithin(realpathSync(path), realpathSync(within))) {
      return { failed: `it is outside ${within}` };
    }
    if (stats.isFile() && stats.size > maxBytes) return { failed: tooLarge(maxBytes) };
    // Without it, opening a file that became a pipe since would wait.
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

/** Both with links resolved. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** The message about a file above the limit of bytes. */
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
    // A pipe without a writer is at its end, too.
    if (count === 0 && (length > 0 || patience?.(longestAbsenceMs) !== true)) {
      return decodeText(memory.buffer.subarray(0, length));
    }
    length += count;
  }
}

/** @returns `undefined` if the writer of a pipe has not written more yet. */
function readSome(file: number, buffer: Buffer, at: number): number | undefined {
  try {
    return readSync(file, buffer, at, buffer.length - at, null);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return undefined;
    throw error;
  }
}

const pauseMs = 10;
/** The wait for a writer to open a pipe. */
const longestAbsenceMs = 2_000;
/** The wait for all data of a pipe. */
const longestSilenceMs = 60_000;

type Patience = (maxMs: number) => boolean;

/** Waits a moment at each call. @returns Whether time is left. */
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
 * Decodes the bytes of a file, or of standard input. Separates a byte order mark from the text.
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
  return withMark(buffer.toString('utf8'));
}

/** Separates a byte order mark from a text. */
export function withMark(text: string): Extract<ReadText, { readonly text: string }> {
  return text.startsWith('\uFEFF') ? { text: text.slice(1), mark: '\uFEFF' } : { text, mark: '' };
}

/** No byte of a multi-byte character is a line feed, so each line can be checked separately. */
function lineOfFault(buffer: Buffer): number {
  let line = 1;
  for (let start = 0; ; line += 1) {
    const end = buffer.indexOf(0x0a, start);
    if (end === -1 || !isUtf8(buffer.subarray(start, end))) return line;
    start = end + 1;
  }
}
