import { closeSync, openSync, readSync } from 'node:fs';

/** Enough for most bots, in bytes. */
const usualSize = 262_144;

/**
 * Makes a function that reads files as UTF-8, one after another into the same memory. `readFileSync` takes a third
 * longer: it puts a text together from pieces of 8 KiB.
 */
export function createTextReader(): (path: string) => string {
  let memory = Buffer.allocUnsafe(usualSize);
  return (path) => {
    const file = openSync(path, 'r');
    try {
      for (let length = 0; ; ) {
        if (length === memory.length) memory = Buffer.concat([memory], length * 2);
        const count = readSync(file, memory, length, memory.length - length, null);
        if (count === 0) return memory.toString('utf8', 0, length);
        length += count;
      }
    } finally {
      closeSync(file);
    }
  };
}
