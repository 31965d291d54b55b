import { BaseSequencer } from 'vitest/node';

/** Short files whose tests take half a minute: by their size they would begin last. */
const longFiles = [
  'e2e/simulation/seeds.test.ts',
  'queue-pg-boss/test/contract.test.ts',
  'storage-postgres/test/contract.test.ts',
  'e2e/test/hostile/poison/kills.test.ts',
  'storage-sqlite/src/sqlite-storage.test.ts',
  'e2e/simulation/mutants.test.ts',
  'builder-backend/test/builder-backend.test.ts',
];

/**
 * Begins with the files that take long, so that none is left at the end while the other workers have nothing to do.
 * Vitest knows how long a file takes only where it has run before, and goes by size otherwise.
 */
export class LongFilesFirst extends BaseSequencer {
  /**
   * @override
   * @param {import('vitest/node').TestSpecification[]} files
   */
  async sort(files) {
    const sorted = await super.sort(files);
    const isLong = (/** @type {import('vitest/node').TestSpecification} */ { moduleId }) =>
      longFiles.some((name) => moduleId.endsWith(name));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
