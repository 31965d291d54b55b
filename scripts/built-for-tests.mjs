import { isBuilt } from './build.mjs';

/** If this is set, tests start the built command: see `packages/cli/test/support/serve-process.ts`. */
const variable = 'BOTWRIGHT_TEST_BUILT';

/** Called once per run of tests. */
export function setup() {
  delete process.env[variable];
  if (isBuilt()) process.env[variable] = 'yes';
}
