import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** The file system in memory of Linux. */
const usualPlace = '/dev/shm';

/** A run of all tests has 1.3 GB there at once, and its processes take 6 GB. */
const neededBytes = 10e9;

/**
 * Makes a folder in memory for the temporary files of a run. Tests make and remove tens of thousands of files and wait
 * for disks at each commit: on a disk, that takes a tenth of the processor time of a run, and much more of its time.
 *
 * @param {string} [place] Where a file system in memory may be.
 * @returns {string | undefined} Nothing where there is no such memory, or too little. The folder is removed when the
 * process ends.
 */
export function memoryFolder(place = usualPlace) {
  try {
    if (!isInMemory(place)) return undefined;
    removeAbandoned(place);
    if (Math.min(freeBytes(place), process.availableMemory()) < neededBytes) return undefined;
    const folder = mkdtempSync(join(place, `botwright-${process.pid}-`));
    // As the usual folder is: PostgreSQL runs as another user.
    chmodSync(folder, 0o1777);
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  } catch {
    return undefined;
  }
}

/**
 * Whether the place is a file system in memory from which programs can run.
 *
 * @param {string} place
 */
function isInMemory(place) {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  return mounts.some((line) => {
    const [, where, kind, options = ''] = line.split(' ');
    return where === place && kind === 'tmpfs' && !options.split(',').includes('noexec');
  });
}

/** @param {string} place */
function freeBytes(place) {
  const { bavail, bsize } = statfsSync(place);
  return bavail * bsize;
}

/**
 * Removes the folders of processes that were killed: they would take memory until the machine stops.
 *
 * @param {string} place
 */
function removeAbandoned(place) {
  for (const name of readdirSync(place)) {
    const [, pid] = /^botwright-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(place, name), { recursive: true, force: true });
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
