import { relative, resolve } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { root } from './workspace.mjs';

/** By area, its file or folder, and the tests that have to fail when a source in it changes, below packages/core. */
const areas = {
  'retry-policy': {
    sources: 'src/domain/delivery/retry-policy.ts',
    tests: ['src/domain/delivery/{retry-policy,delivery.prop}.test.ts'],
  },
  paging: { sources: 'src/domain/paging', tests: ['src/domain/paging/*.test.ts'] },
  lifecycle: { sources: 'src/domain/lifecycle', tests: ['src/domain/lifecycle/*.test.ts'] },
  edits: { sources: 'src/domain/edits', tests: ['src/domain/edits/*.test.ts'] },
  rules: { sources: 'src/domain/rules', tests: ['src/domain/rules/**/*.test.ts', 'test/rule-docs.test.ts'] },
  runner: { sources: 'src/runner', tests: ['{src,test}/runner/**/*.test.ts', 'src/blocks/**/*.test.ts'] },
};
/** Its types have an enumeration and all warnings. */
const quiet = /** @type {object} */ ({ logLevel: 'warn', warnings: { slow: false } });
/** In percent. */
const mostAlive = 10;

const names = /** @type {(keyof typeof areas)[]} */ (Object.keys(areas));
/** By area, its sources to change. @type {Map<keyof typeof areas, string[]>} */
const wanted = new Map();
for (const given of process.argv.length > 2 ? process.argv.slice(2) : names) {
  const path = relative(root, resolve(given));
  const area = names.find((name) => name === given || `${path}/`.startsWith(`packages/core/${areas[name].sources}/`));
  if (area === undefined) {
    console.error(`mutate: ${given} is neither an area nor in one: ${names.join(', ')}.`);
    process.exit(2);
  }
  const source = area === given ? `packages/core/${areas[area].sources}` : path;
  wanted.set(area, [...(wanted.get(area) ?? []), source.endsWith('.ts') ? source : `${source}/**/*.ts`]);
}

for (const [area, sources] of wanted) {
  console.log(`\n${area}`);
  // Inherited by the processes that run tests.
  process.env['BOTWRIGHT_MUTATE_TESTS'] = JSON.stringify(areas[area].tests.map((glob) => `packages/core/${glob}`));
  const stryker = new Stryker({
    plugins: ['@stryker-mutator/vitest-runner'],
    testRunner: 'vitest',
    vitest: { configFile: 'vitest.mutate.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    mutate: [...sources, '!**/*.{test,doc}.ts'],
    ignorePatterns: [
      '**',
      '!packages/core/**',
      '!docs/**',
      '!package.json',
      '!scripts/depth.ts',
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
