/** Reads the chunks of a body in pieces. */
export interface ChunkReader {
  /** @returns The same chunks in canonical form, up to the last known one. */
  read(bytes: Buffer): Buffer;
}

const empty = Buffer.alloc(0);
const lineFeed = 10;
const lineEnd = Buffer.from('\r\n');
const lastChunk = Buffer.from('0\r\n\r\n');

/** Bytes. The parser reads longer lines. */
const longestLine = 1_024;

const sizeLine = /^[ \t]*([\da-f]{1,12})[ \t]*(?:;.*)?$/i;

/**
 * Rewrites chunks so that every HTTP parser accepts them: without extensions, each line with a carriage return, and
 * nothing after the last chunk. Stops at the first line without a size, and passes the rest on unchanged.
 *
 * @spec SN45
 */
export function createChunkReader(): ChunkReader {
  let next: 'size' | 'data' | 'end of data' | 'as it came' | 'nothing' = 'size';
  /** Missing bytes of the chunk. */
  let left = 0;
  let held: Buffer = empty;

  /** @returns The line in canonical form; `undefined` for any other line. */
  function readLine(line: string): Buffer | undefined {
    if (next === 'end of data') {
      next = 'size';
      return line === '' ? lineEnd : undefined;
    }
    const size = sizeLine.exec(line)?.[1];
    if (size === undefined) return undefined;
    left = Number.parseInt(size, 16);
    next = left === 0 ? 'nothing' : 'data';
    return left === 0 ? lastChunk : Buffer.from(`${size}\r\n`);
  }

  return {
    read(bytes) {
      const read: Buffer[] = [];
      let rest = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      held = empty;
      while (rest.length > 0 && next !== 'nothing') {
        if (next === 'as it came') {
          read.push(rest);
          break;
        }
        if (next === 'data') {
          const data = rest.subarray(0, left);
          read.push(data);
          rest = rest.subarray(data.length);
          left -= data.length;
          if (left === 0) next = 'end of data';
          continue;
        }
        const at = rest.subarray(0, longestLine).indexOf(lineFeed);
        if (at === -1 && rest.length < longestLine) {
          held = rest;
          break;
        }
        const line = at === -1 ? undefined : readLine(rest.toString('latin1', 0, at).replace(/\r$/, ''));
        if (line === undefined) {
          next = 'as it came';
          continue;
        }
        read.push(line);
        rest = rest.subarray(at + 1);
      }
      return read.length === 1 && read[0] !== undefined ? read[0] : Buffer.concat(read);
    },
  };
}
