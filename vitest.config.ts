import { configDefaults, defineConfig } from 'vitest/config';
import { LongFilesFirst } from './scripts/long-files-first.mjs';

const source = ['@botwright/source'];

const builtForTests = 'scripts/built-for-tests.mjs';
const sharedPostgres = 'packages/storage/test/postgres/shared-server.ts';
const cleanUpAfterFile = 'packages/e2e/test/support/clean-up-after-file.ts';

const everyTest = [
  'packages/*/{src,test,page}/**/*.test.ts',
  'packages/e2e/simulation/**/*.test.ts',
  '.ci/**/*.test.ts',
  'scripts/**/*.test.ts',
  'examples/*/test/**/*.test.ts',
];

/**
 * Tests whose process is theirs alone: what is measured there, or what is loaded there, ends with the process. All
 * others leave their process as they found it: the files of a worker share it and what it has loaded, which takes a
 * third of the time.
 */
const inOwnProcesses = [
  // Which of two versions of undici answers `fetch` depends on which of them a process has loaded first.
  'packages/providers/src/**/*.test.ts',
];
const longInOwnProcesses = ['packages/e2e/test/many-nodes/kills.test.ts', 'examples/builder-backend/test/**/*.test.ts'];

/**
 * Tests that need PostgreSQL or a browser, start or kill whole servers, or take long: `npm test` leaves them to
 * `npm run test:all`.
 */
const long = [
  'packages/storage/test/{postgres,pg-boss}/**/*.test.ts',
  'packages/storage/test/sqlite/{own-log,processes}.test.ts',
  'packages/cli/src/serve/{memory-release,new-objects}.test.ts',
  'packages/cli/test/{crash,replay,whole}/**/*.test.ts',
  'packages/cli/test/{clock-set-back,config,connect,database,keys,running}.test.ts',
  'packages/cli/test/{start,store-away,web-chat}.test.ts',
  'packages/cli/test/{development,real}-providers.test.ts',
  'packages/cli/test/push/{hostile-server,links}.test.ts',
  'packages/e2e/test/{connect,console,container,create,hostile,many-nodes,test-report,web-chat}/**/*.test.ts',
  'packages/e2e/test/conversations/{deaths.sim,processes}.test.ts',
  'packages/e2e/test/delivery/transports.test.ts',
  'packages/e2e/test/http/{large-answers,slow-readers,unread-bodies,unread-responses}.test.ts',
  'packages/e2e/test/stored-data/{freeze,incompatible-changes,postgres}.test.ts',
  'packages/e2e/test/life-cycle/killed-editors.test.ts',
  'packages/graph/test/drawn-labels.test.ts',
];

/** Compare a server under attack with the same server at rest: one at a time. */
const hostile = 'packages/e2e/test/hostile/servers/*.test.ts';
/**
 * Tests without time limits: simulations, contracts of stores, commands. `scripts/test.mjs` runs them at the lowest
 * priority, in the time that the long tests and hostile use leave.
 */
const patient = [
  'packages/e2e/simulation/**/*.test.ts',
  'packages/e2e/test/life-cycle/life-cycle.prop.test.ts',
  'packages/e2e/test/http/openapi-tools.test.ts',
  'packages/storage/test/{postgres,pg-boss}/contract.test.ts',
  'packages/storage/test/postgres/pglite.test.ts',
  'packages/storage/test/sqlite/drivers.test.ts',
  'examples/{d1,json-file,lmdb}-storage/test/*.test.ts',
  'packages/testing/test/runners.test.ts',
  'packages/cli/test/{record,schema,token}/**/*.test.ts',
  'packages/cli/test/push/bot-files.test.ts',
  'packages/cli/test/test-command/{selection,server,test}.test.ts',
  'packages/mcp/test/{command.test,dry-run.prop.test}.ts',
  'packages/cli/test/{hostile-files,template-bots}.test.ts',
  '.ci/{action,api,packages}/*.test.ts',
];

const besideEachOther = {
  globalSetup: [builtForTests, sharedPostgres],
  setupFiles: cleanUpAfterFile,
};
/** One more than the cores of a small machine: many tests wait for processes and disks. */
const quick = { ...besideEachOther, maxWorkers: 3, sequence: { groupOrder: 0 } };
/** More of these wait: for leases, deaths of processes, and databases that are away. */
const slow = { ...besideEachOther, maxWorkers: 4, sequence: { groupOrder: 1 } };

export default defineConfig({
  resolve: { conditions: source },
  ssr: { resolve: { conditions: source } },
  test: {
    // Many tests start processes and wait for disks; a busy machine must not fail them.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    sequence: { sequencer: LongFilesFirst },
    projects: [
      { extends: true, test: { ...quick, name: 'quick own', include: inOwnProcesses } },
      {
        extends: true,
        test: {
          ...quick,
          name: 'quick',
          include: everyTest,
          exclude: [...configDefaults.exclude, ...inOwnProcesses, ...longInOwnProcesses, ...long, ...patient],
          isolate: false,
        },
      },
      { extends: true, test: { ...slow, name: 'long own', include: longInOwnProcesses } },
      {
        extends: true,
        test: {
          ...slow,
          name: 'long',
          include: long,
          exclude: [...configDefaults.exclude, hostile, ...longInOwnProcesses, ...patient],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'hostile',
          include: [hostile],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          globalSetup: [builtForTests, sharedPostgres],
        },
      },
      {
        extends: true,
        test: {
          ...slow,
          name: 'patient',
          include: patient,
          isolate: false,
          // They wait for everything else on the machine.
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 300_000 } },
        },
      },
    ],
  },
});
