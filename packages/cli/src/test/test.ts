import { CommandFailure } from '../command-failure.ts';
import { refuseLoneFlags } from './selection.ts';
import type { TestOptions } from './test-options.ts';

/**
 * Runs scenarios and prints the results; or generates scenarios; or runs them at each change.
 *
 * @returns The exit code.
 * @throws {CommandFailure} When there is nothing to run, or flags or config cannot be used.
 * @spec TC1, TC7, TC8
 */
export async function test(options: TestOptions): Promise<number> {
  refuseConflicts(options);
  refuseLoneFlags(options);
  if (options.generate === true) {
    const { generate } = await import('./generate.ts');
    return generate(options);
  }
  if (options.watch === true) {
    const { watch } = await import('./watch.ts');
    return watch(options);
  }
  const { runOnce } = await import('./run-once.ts');
  return (await runOnce(options)).exitCode;
}

function refuseConflicts(options: TestOptions): void {
  if (options.generate !== true) return;
  const { watch, bail, name, tag, shard, server, coverage, coverageFile, minCoverage, format } = options;
  const chosen = { name, tag, shard, server };
  const given = { watch, bail, ...chosen, coverage, 'coverage-file': coverageFile, 'min-coverage': minCoverage };
  const [flag] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
  const wrong = flag ?? (format === 'pretty' ? undefined : 'format');
  if (wrong !== undefined) {
    throw new CommandFailure('usage', `--generate writes scenarios and runs none: leave out --${wrong}.`);
  }
}
