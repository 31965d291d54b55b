import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** Of a file that is longer the rest is not read. */
const maxBytes = 1_048_576;
const everyMs = 1_000;

/**
 * Keeps what is made of a small file of the system, and makes it anew when the file has changed: looked at once a
 * second at most. Reads at once and not in the background, which would need one of the few threads that everybody
 * shares.
 *
 * @param make - Gets the empty text where there is no such file.
 */
export function watchedFile<T>(file: string, make: (text: string) => T): () => T {
  let kept: { readonly value: T; readonly version: string } | undefined;
  let lookAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (kept !== undefined && now < lookAt) return kept.value;
    lookAt = now + everyMs;
    const version = versionOf(file);
    if (kept?.version !== version) kept = { value: make(readStart(file)), version };
    return kept.value;
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
