import { type PlainHead, plainHead, readPlainHead } from './plain-head.ts';

/** Reads the bytes of a response up to the end of its head, and skips informational responses (1xx) before it. */
export interface HeadReader {
  /** The final status; `undefined` before it arrives. */
  readonly status: number | undefined;
  /**
   * @returns The complete head in canonical form; `undefined` before. Do not use the reader after it returned a head or
   *   threw.
   * @throws {RangeError} When the receiver sends too much before the end of the head.
   * @throws {TypeError} When the receiver does not speak HTTP.
   */
  read(chunk: Buffer): CompleteHead | undefined;
}

export interface CompleteHead extends PlainHead {
  /** All bytes after the head. */
  readonly rest: Buffer;
}

const maxHeadBytes = 16_384;
const maxInformational = 100;
/** Bytes of all informational responses and the empty lines between them. */
const maxInformationalBytes = 65_536;

const lineFeed = 10;
const carriageReturn = 13;
const empty = Buffer.alloc(0);
/** The status counts when white space follows it: a response may break off in the middle of its digits. */
const statusLine = /^HTTP\/\d(?:\.\d)?[ \t]+([1-9]\d\d)(?=[ \t\r\n])/i;

/** @spec SN5, SN40, SN41 */
export function createHeadReader(): HeadReader {
  let status: number | undefined;
  let held: Buffer = empty;
  /** The bytes of `held` that contain no end of a head. */
  let searched = 0;
  let skipped = 0;
  let skippedBytes = 0;

  return {
    get status() {
      return status;
    },

    read(chunk) {
      if (held.length === 0) {
        // A fast path: most heads arrive in one piece and need no change, and the work below takes a fifth of a
        // delivery.
        const head = readPlainHead(chunk, maxHeadBytes);
        status = head?.status;
        if (head !== undefined) return { ...head, rest: chunk.subarray(head.bytes.length) };
      }
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      for (;;) {
        skip(lengthOfEmptyLines(held));
        const current = readStatus(held);
        if (current !== undefined && current >= 200) status = current;
        const end = findEnd(held, searched);
        if ((end ?? held.length) > maxHeadBytes) throw new RangeError('The head of the response is too long.');
        if (end === undefined) {
          searched = Math.max(0, held.length - 2);
          return undefined;
        }
        if (status !== undefined) return { ...plainHead(status, held.subarray(0, end)), rest: held.subarray(end) };
        skipInformational(current, end);
      }
    },
  };

  function skipInformational(current: number | undefined, end: number): void {
    if (current === 101) throw new TypeError('The receiver switches protocols.');
    skipped += 1;
    if (skipped > maxInformational) throw new RangeError('The receiver sends too many informational responses.');
    skip(end);
  }

  function skip(bytes: number): void {
    if (bytes === 0) return;
    skippedBytes += bytes;
    if (skippedBytes > maxInformationalBytes) throw new RangeError('The receiver sends too much before its status.');
    held = held.subarray(bytes);
    searched = 0;
  }
}

/**
 * @returns `undefined` while the status is not complete.
 * @throws {TypeError} When the bytes do not begin a response.
 */
function readStatus(bytes: Buffer): number | undefined {
  const start = bytes.toString('latin1', 0, 64);
  const status = statusLine.exec(start)?.[1];
  if (status !== undefined) return Number(status);
  if (!/^H(?:$|T(?:$|T(?:$|P(?:$|\/))))/i.test(start.slice(0, 5)) && start !== '') throw noHttp();
  if (start.length === 64 || start.includes('\n')) throw noHttp();
  return undefined;
}

function noHttp(): TypeError {
  return new TypeError('The receiver does not answer in HTTP.');
}

function lengthOfEmptyLines(bytes: Buffer): number {
  let length = 0;
  while (bytes[length] === lineFeed || bytes[length] === carriageReturn) length += 1;
  return length;
}

/** The end of the first empty line. Lines end with a line feed, perhaps after a carriage return. */
function findEnd(bytes: Buffer, from: number): number | undefined {
  for (let at = bytes.indexOf(lineFeed, from); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) {
    const next = bytes[at + 1] === carriageReturn ? at + 2 : at + 1;
    if (bytes[next] === lineFeed) return next + 1;
  }
  return undefined;
}
