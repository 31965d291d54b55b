import { defineConfig } from 'vitest/config';

const source = ['@botwright/source'];

export default defineConfig({
  resolve: { conditions: source },
  ssr: { resolve: { conditions: source } },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'packages/*/test/**/*.test.ts',
      '.ci/**/*.test.ts',
      'scripts/**/*.test.ts',
      'examples/*/test/**/*.test.ts',
    ],
    maxWorkers: 2,
    // Many tests start processes and wait for disks; a busy machine must not fail them.
    testTimeout: 30_000,
  },
});
