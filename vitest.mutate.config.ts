import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const source = ['@botwright/source'];
/** `changed`: by path, a source with all its changes and their switches. */
const folder = process.env['BOTWRIGHT_MUTATE'] ?? '';
const plan: { readonly tests: readonly string[]; readonly changed: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(folder, 'plan.json'), 'utf8'),
);

/** Tests of properties last: they take longest, and other tests kill most changes before. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => Number(a.moduleId.includes('.prop.')) - Number(b.moduleId.includes('.prop.')));
  }
}

/** The tests of one area of the core, which scripts/mutate.mjs names. */
export default defineConfig({
  resolve: { conditions: source },
  ssr: { resolve: { conditions: source } },
  plugins: [{ name: 'changed-sources', enforce: 'pre', load: (id) => plan.changed[id] }],
  test: {
    include: [...plan.tests],
    // In the folder of the run, because its entries have the changes of the run.
    fsModuleCache: true,
    fsModuleCachePath: join(folder, 'modules'),
    runner: './scripts/mutant-runner.ts',
    sequence: { sequencer: QuickFirst },
    pool: 'forks',
    fileParallelism: false,
    isolate: false,
    testTimeout: 30_000,
  },
});
