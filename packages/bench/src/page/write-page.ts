import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchmarkResult } from '../harness/result.ts';
import { renderPage } from './render-page.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const resultsFile = join(root, 'packages/bench/results.json');
const pageFile = join(root, 'docs/benchmarks.md');

/**
 * Writes the results, and the page of all results. Results of benchmarks that were not run stay.
 *
 * @param names - The names of all benchmarks, in the order of the page: results of others are dropped.
 * @returns The path of the page.
 */
export function writePage(results: readonly BenchmarkResult[], names: readonly string[]): string {
  const before: readonly BenchmarkResult[] = existsSync(resultsFile)
    ? JSON.parse(readFileSync(resultsFile, 'utf8'))
    : [];
  const latest = new Map([...before, ...results].map((each) => [each.name, each]));
  const all = names.flatMap((name) => latest.get(name) ?? []);
  writeFileSync(resultsFile, `${JSON.stringify(all, null, 2)}\n`);

  writeFileSync(pageFile, renderPage(readFileSync(pageFile, 'utf8'), all));
  return pageFile;
}
