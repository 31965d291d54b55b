import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** In bytes; ignores the rest of a longer file. */
const maxBytes = 1_048_576;
const checkEveryMs = 1_000;

/**
 * Caches a value computed from a small system file, and computes it again when the file changes; checks the file at
 * most once a second. Reads synchronously: a read in the background would need one of the few threads of Node.
 *
 * @param make - Called with the empty text if the file does not exist.
 */
export function watchedFile<T>(file: string, make: (text: string) => T): () => T {
  let current: { readonly value: T; readonly version: string } | undefined;
  let lookAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (current !== undefined && now < lookAt) return current.value;
    lookAt = now + checkEveryMs;
    const version = versionOf(file);
    if (current?.version !== version) current = { value: make(readStart(file)), version };
    return current.value;
  };
}

function versionOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
}

function readStart(file: string): string {
  try {
    const opened = openSync(file, 'r');
    try {
      const buffer = Buffer.alloc(maxBytes);
      return buffer.toString('utf8', 0, readSync(opened, buffer, 0, maxBytes, 0));
    } finally {
      closeSync(opened);
    }
  } catch {
    return '';
  }
}
