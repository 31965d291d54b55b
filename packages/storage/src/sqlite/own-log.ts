import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** The place of `user_version` in the header of a database. `log-marks.ts` stores its marks in it. */
const markOffset = 60;
const markEnd = markOffset + 4;

const headerBytes = 32;
const frameHeaderBytes = 24;
const littleEndian = 0x377f0682;
/** Bytes per read, or more if one frame is larger. */
const chunkBytes = 1024 * 1024;

/**
 * Refuses a database whose write-ahead log belongs to another state of it, for example after an older copy of the file
 * was restored next to the newer log: SQLite would mix the pages of both.
 *
 * A transaction raises the mark by at most one. So the first copy of the file's first page in the log gives the lowest
 * mark that the file had when the log began, and the last copy gives the highest. A log that ended by a crash passes.
 *
 * @throws When the log belongs to another state of the file. Changes neither.
 * @spec SQ42
 */
export function requireOwnLog(file: string): void {
  // Another process may use both files, and restart its log in between.
  for (let tries = 0; tries < 5; tries += 1) {
    const before = readMark(file);
    const log = readLog(`${file}-wal`);
    if (log === undefined || (before >= log.first - 1 && before <= log.last)) return;
    if (readMark(file) === before && readLog(`${file}-wal`)?.header === log.header) {
      throw new Error(
        `${file}-wal belongs to ${before < log.first ? 'a newer' : 'an older'} state of ${file}: ` +
          'restore both from the same backup, or move the -wal file away',
      );
    }
  }
}

/** @returns 0 for a missing or empty file. */
function readMark(file: string): number {
  return reading(file, (read) => read(0, markEnd)?.readUInt32BE(markOffset)) ?? 0;
}

interface Log {
  /** Changes whenever the log restarts. */
  readonly header: string;
  /** Marks of the first and the last copy of the database's first page. */
  readonly first: number;
  readonly last: number;
}

/** @returns `undefined` if no log exists, or the log does not have the first page. */
function readLog(file: string): Log | undefined {
  return reading(file, (read, size) => {
    const header = read(0, headerBytes);
    if (header === undefined || (header.readUInt32BE(0) & ~1) !== littleEndian) return undefined;
    const sum = checksum(header.readUInt32BE(0) === littleEndian);
    sum.add(header.subarray(0, frameHeaderBytes));
    if (!sum.is(header, frameHeaderBytes)) return undefined;
    const salts = header.subarray(16, 24);
    const frameBytes = frameHeaderBytes + header.readUInt32BE(8);
    const framesAtOnce = Math.max(1, Math.floor(chunkBytes / frameBytes));
    const marks: number[] = [];
    for (let at = headerBytes; at < size; at += framesAtOnce * frameBytes) {
      const frames = Math.min(framesAtOnce, Math.floor((size - at) / frameBytes));
      const chunk = read(at, frames * frameBytes);
      if (chunk === undefined) break;
      for (let start = 0; start < chunk.length; start += frameBytes) {
        const frame = chunk.subarray(start, start + frameBytes);
        // The rest is from before the log restarted, or was torn by a crash.
        if (!frame.subarray(8, 16).equals(salts)) return logOf(header, marks);
        sum.add(frame.subarray(0, 8));
        sum.add(frame.subarray(frameHeaderBytes));
        if (!sum.is(frame, 16)) return logOf(header, marks);
        if (frame.readUInt32BE(0) === 1) marks.push(frame.readUInt32BE(frameHeaderBytes + markOffset));
      }
    }
    return logOf(header, marks);
  });
}

function logOf(header: Buffer, marks: readonly number[]): Log | undefined {
  const [first, last] = [marks[0], marks.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { header: header.toString('hex'), first, last };
}

type Read = (at: number, length: number) => Buffer | undefined;

/** @returns `undefined` if the file cannot be read: SQLite opens it next, and reports the reason. */
function reading<T>(file: string, use: (read: Read, size: number) => T): T | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch {
    return undefined;
  }
  try {
    const read: Read = (at, length) => {
      const buffer = Buffer.alloc(length);
      return length > 0 && readSync(descriptor, buffer, 0, length, at) === length ? buffer : undefined;
    };
    return use(read, fstatSync(descriptor).size);
  } finally {
    closeSync(descriptor);
  }
}

/** The running checksum of a log in SQLite's file format. */
function checksum(isLittleEndian: boolean) {
  let [even, odd] = [0, 0];
  return {
    add(bytes: Buffer) {
      const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let at = 0; at < bytes.length; at += 8) {
        even = (even + words.getUint32(at, isLittleEndian) + odd) >>> 0;
        odd = (odd + words.getUint32(at + 4, isLittleEndian) + even) >>> 0;
      }
    },
    is: (bytes: Buffer, at: number) => bytes.readUInt32BE(at) === even && bytes.readUInt32BE(at + 4) === odd,
  };
}
