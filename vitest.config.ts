import { configDefaults, defineConfig } from 'vitest/config';
import { LongFilesFirst } from './scripts/long-files-first.mjs';

const source = ['@botwright/source'];

const builtForTests = 'scripts/built-for-tests.mjs';
const sharedPostgres = 'packages/storage-postgres/test/shared-server.ts';
const cleanUpAfterFile = 'packages/e2e/test/support/clean-up-after-file.ts';

/**
 * Tests that leave their process as they found it: the files of a worker share it and what it has loaded, which takes a
 * third of the time.
 */
const inSharedProcesses = [
  'packages/{bench,cli,client,core,graph,port-contracts,provider-servers,runner,sender-undici,storage-sql,testing}/src/**/*.test.ts',
  'packages/http*/src/**/*.test.ts',
  'packages/{client,core,graph,http,runner}/test/**/*.test.ts',
  'packages/{console,web-chat}/page/**/*.test.ts',
  'packages/e2e/test/{accounts,conversations,delivery,http,platform}/**/*.test.ts',
];

/** They compare a server under attack with the same server at rest: nothing else may run meanwhile. */
const hostile = 'packages/e2e/test/hostile/*.test.ts';

/** One more than the cores of a small machine: many tests wait for processes, disks and leases. */
const maxWorkers = 3;

const besideEachOther = {
  globalSetup: [builtForTests, sharedPostgres],
  setupFiles: cleanUpAfterFile,
  maxWorkers,
  sequence: { groupOrder: 0 },
};

export default defineConfig({
  resolve: { conditions: source },
  ssr: { resolve: { conditions: source } },
  test: {
    // Many tests start processes and wait for disks; a busy machine must not fail them.
    testTimeout: 30_000,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        extends: true,
        test: {
          ...besideEachOther,
          name: 'tests',
          include: [
            'packages/*/src/**/*.test.ts',
            'packages/*/test/**/*.test.ts',
            'packages/*/page/**/*.test.ts',
            'packages/e2e/simulation/**/*.test.ts',
            '.ci/**/*.test.ts',
            'scripts/**/*.test.ts',
            'examples/*/test/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, hostile, ...inSharedProcesses],
        },
      },
      {
        extends: true,
        test: {
          ...besideEachOther,
          name: 'shared',
          include: inSharedProcesses,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'hostile',
          include: [hostile],
          globalSetup: builtForTests,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
