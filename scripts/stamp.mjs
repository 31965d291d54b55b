import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Every file below `folder`, sorted, as absolute paths; none when the folder does not exist.
 *
 * @param {string} folder
 * @param {(name: string) => boolean} [isSkipped] Called with names of files and of folders.
 * @returns {string[]}
 */
export function listFiles(folder, isSkipped = () => false) {
  /** @type {string[]} */
  const files = [];
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of readFolder(next)) {
      if (isSkipped(entry.name)) continue;
      const path = join(next, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      else files.push(path);
    }
  }
  return files.sort();
}

/**
 * A digest of names and contents: it changes with a change of branch, a new file, an edit or a rename, and not when a
 * file is only touched.
 *
 * @param {string} base
 * @param {readonly string[]} files
 */
export function digestContents(base, files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(file);
    hash.update(`${relative(base, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * A digest of names, sizes and times: cheap, and enough to notice output that was removed or made by another run.
 *
 * @param {string} base
 * @param {readonly string[]} files
 */
export function digestTimes(base, files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${relative(base, file)}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest('hex');
}

/**
 * @param {string} file
 * @param {string} state
 */
export function isStamped(file, state) {
  try {
    return readFileSync(file, 'utf8') === state;
  } catch {
    return false;
  }
}

/**
 * @param {string} file
 * @param {string} state
 */
export function writeStamp(file, state) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, state);
}

/**
 * Removes the stamp before the work begins whose end it marks, so that an interrupted run leaves none.
 *
 * @param {string} file
 */
export function removeStamp(file) {
  rmSync(file, { force: true });
}

/** @param {string} folder */
function readFolder(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
