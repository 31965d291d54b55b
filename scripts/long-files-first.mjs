import { BaseSequencer } from 'vitest/node';

/**
 * Files that take from ten seconds to a minute. Files with a separate process come first: by their size many would
 * begin last.
 */
const longFiles = [
  'e2e/test/hostile/servers/shares.test.ts',
  'e2e/test/hostile/servers/others.test.ts',
  'cli/test/push/bot-files.test.ts',
  'e2e/simulation/seeds.test.ts',
  'storage/test/postgres/contract.test.ts',
  'storage/test/pg-boss/contract.test.ts',
  'cli/test/token/token.test.ts',
  'storage/test/postgres/pglite.test.ts',
  'd1-storage/test/d1-storage.test.ts',
  'e2e/simulation/mutants.test.ts',
  'cli/test/hostile-files.test.ts',
  'e2e/test/many-nodes/kills.test.ts',
  'e2e/test/hostile/poison/kills.test.ts',
  'builder-backend/test/builder-backend.test.ts',
  'e2e/test/console/bot-edit.test.ts',
  'e2e/test/console/page.test.ts',
  'storage/test/pg-boss/pg-boss.test.ts',
  'storage/test/postgres/silence-and-races.test.ts',
  'storage/test/postgres/postgres.test.ts',
  'e2e/test/web-chat/page.test.ts',
  'cli/test/crash/crash.test.ts',
  'storage/test/sqlite/own-log.test.ts',
  'e2e/test/connect/browser.test.ts',
  'cli/test/database.test.ts',
  'e2e/test/life-cycle/killed-editors.test.ts',
  'e2e/test/http/unread-responses.test.ts',
  'storage/test/postgres/burst.test.ts',
  'cli/test/whole/guide.test.ts',
  'storage/test/postgres/clock-set-back.test.ts',
  'e2e/test/life-cycle/life-cycle.prop.test.ts',
  'e2e/test/many-nodes/upgrade.test.ts',
  'e2e/test/conversations/processes.test.ts',
  'cli/test/start.test.ts',
  'cli/test/push/links.test.ts',
  'storage/src/sqlite/sqlite-storage.test.ts',
  'cli/test/config.test.ts',
];

/**
 * Begins with the slow files, so that none is left at the end while the other workers are idle. Vitest knows the
 * duration of a file only after an earlier run, and otherwise sorts by size.
 */
export class LongFilesFirst extends BaseSequencer {
  /**
   * @override
   * @param {import('vitest/node').TestSpecification[]} files
   */
  async sort(files) {
    const sorted = await super.sort(files);
    /** Beyond the last place for files that are not listed. */
    const placeOf = (/** @type {import('vitest/node').TestSpecification} */ { moduleId }) => {
      const place = longFiles.findIndex((name) => moduleId.endsWith(name));
      return place === -1 ? longFiles.length : place;
    };
    return sorted.toSorted(
      (a, b) => a.project.config.sequence.groupOrder - b.project.config.sequence.groupOrder || placeOf(a) - placeOf(b),
    );
  }
}
