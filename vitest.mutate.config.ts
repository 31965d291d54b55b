import { defineConfig } from 'vitest/config';

const source = ['@botwright/source'];

/** The tests of one area of the core, which scripts/mutate.mjs names. */
export default defineConfig({
  resolve: { conditions: source },
  ssr: { resolve: { conditions: source } },
  test: { include: JSON.parse(process.env['BOTWRIGHT_MUTATE_TESTS'] ?? '[]'), isolate: false, testTimeout: 30_000 },
});
