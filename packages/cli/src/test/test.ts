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
  if (options.mutate === true) {
    const { mutate } = await import('./mutate.ts');
    return mutate(options);
  }
  if (options.visitors !== undefined) {
    const { visit } = await import('./visit.ts');
    return visit({ ...options, visitors: options.visitors });
  }
  if (options.watch === true) {
    const { watch } = await import('./watch.ts');
    return watch(options);
  }
  const { runOnce } = await import('./run-once.ts');
  return (await runOnce(options)).exitCode;
}

/** @spec MU23, SF20 */
function refuseConflicts(options: TestOptions): void {
  const { watch, bail, name, coverage, coverageFile, minCoverage, format, generate, mutate, visitors } = options;
  const { minScore, picture, seed, write, tag, shard, server } = options;
  const run = { watch, bail, coverage, 'coverage-file': coverageFile, 'min-coverage': minCoverage };
  const chosen = { name, tag, shard };
  if (format === 'html' && generate !== true && (mutate === true || visitors !== undefined)) {
    const flag = mutate === true ? '--mutate' : '--visitors';
    throw new CommandFailure('usage', `${flag} has the formats pretty, json, junit and github, and not html.`);
  }
  if (generate === true) {
    const others = { ...run, ...chosen, server, mutate, visitors, format: format === 'pretty' ? undefined : format };
    refuseFlags(others, '--generate writes scenarios and runs none');
  }
  if (server !== undefined) {
    const coverages = { coverage, 'coverage-file': coverageFile, 'min-coverage': minCoverage };
    refuseFlags(coverages, '--server has no coverage, because a visitor does not see blocks');
  }
  if (mutate === true) refuseFlags({ ...run, server, visitors }, '--mutate runs scenarios with changed bots');
  else refuseFlags({ 'min-score': minScore, picture }, 'Without --mutate no bot is changed');
  if (visitors !== undefined) refuseFlags({ ...run, ...chosen, server }, '--visitors runs no scenarios');
  else refuseFlags({ seed }, 'Without --visitors nothing is random');
  if (mutate !== true && visitors === undefined)
    refuseFlags({ write }, 'Without --mutate and --visitors no scenario is found');
}

function refuseFlags(given: Readonly<Record<string, unknown>>, reason: string): void {
  const [wrong] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
  if (wrong !== undefined) throw new CommandFailure('usage', `${reason}: leave out --${wrong}.`);
}
