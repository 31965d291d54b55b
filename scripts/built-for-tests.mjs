import { isBuilt } from './build.mjs';

/** Tests start the built command when this is set: see `packages/cli/test/support/serve-process.ts`. */
const variable = 'BOTWRIGHT_TEST_BUILT';

/** Called once for a run of tests. */
export function setup() {
  delete process.env[variable];
  if (isBuilt()) process.env[variable] = 'yes';
}
