import { Stryker } from '@stryker-mutator/core';

/** By area, its sources and the tests that have to fail when one of them changes, below packages/core. */
const areas = {
  'retry-policy': {
    sources: 'src/domain/delivery/retry-policy.ts',
    tests: ['src/domain/delivery/{retry-policy,delivery.prop}.test.ts'],
  },
  paging: { sources: 'src/domain/paging/*.ts', tests: ['src/domain/paging/*.test.ts'] },
  lifecycle: { sources: 'src/domain/lifecycle/*.ts', tests: ['src/domain/lifecycle/*.test.ts'] },
  edits: { sources: 'src/domain/edits/*.ts', tests: ['src/domain/edits/*.test.ts'] },
  rules: { sources: 'src/domain/rules/**/*.ts', tests: ['src/domain/rules/**/*.test.ts', 'test/rule-docs.test.ts'] },
  runner: { sources: 'src/runner/**/*.ts', tests: ['{src,test}/runner/**/*.test.ts', 'src/blocks/**/*.test.ts'] },
};
/** Its types have an enumeration and all warnings. */
const quiet = /** @type {object} */ ({ logLevel: 'warn', warnings: { slow: false } });
/** In percent. */
const mostAlive = 10;

const named = process.argv.slice(2);
const unknown = named.find((name) => !Object.hasOwn(areas, name));
if (unknown !== undefined) {
  console.error(`mutate: ${unknown} is no area: choose ${Object.keys(areas).join(', ')}.`);
  process.exit(2);
}

for (const [area, { sources, tests }] of Object.entries(areas)) {
  if (named.length > 0 && !named.includes(area)) continue;
  console.log(`\n${area}`);
  // Inherited by the processes that run tests.
  process.env['BOTWRIGHT_MUTATE_TESTS'] = JSON.stringify(tests.map((glob) => `packages/core/${glob}`));
  const stryker = new Stryker({
    plugins: ['@stryker-mutator/vitest-runner'],
    testRunner: 'vitest',
    vitest: { configFile: 'vitest.mutate.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    mutate: [`packages/core/${sources}`, '!**/*.{test,doc}.ts'],
    ignorePatterns: [
      '**',
      '!packages/core/**',
      '!docs/**',
      '!package.json',
      '!vitest.mutate.config.ts',
      'node_modules',
      'dist',
    ],
    // A dot for a killed mutant, an S for one that survived.
    reporters: ['dots', 'clear-text'],
    // A busy machine is no endless loop.
    timeoutMS: 30_000,
    dryRunTimeoutMinutes: 30,
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    allowConsoleColors: false,
    thresholds: { high: 100 - mostAlive, low: 100 - mostAlive, break: 100 - mostAlive },
    allowEmpty: false,
    ...quiet,
  });
  const started = performance.now();
  const results = await stryker.runMutationTest().catch((error) => {
    console.error(`mutate: ${error.message}`);
    process.exitCode = 1;
    return [];
  });
  const dead = results.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${area}: ${dead} of ${results.length} mutants killed in ${seconds} s`);
}
