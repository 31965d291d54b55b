import { readdirSync } from 'node:fs';
import type { Benchmark } from './benchmark.ts';
import { chapters } from './chapters.ts';

interface BenchmarkModule {
  readonly benchmark: Benchmark;
}

const folder = new URL('../benchmarks/', import.meta.url);

/** Every module of the folder is a benchmark that has the name of its file. In the order of chapters and names. */
export async function findBenchmarks(): Promise<readonly Benchmark[]> {
  const names = readdirSync(folder).flatMap((file) => (file.endsWith('.ts') ? [file.slice(0, -'.ts'.length)] : []));
  const found = await Promise.all(names.map(importBenchmark));
  return found.toSorted(
    (a, b) => chapters.indexOf(a.chapter) - chapters.indexOf(b.chapter) || (a.name < b.name ? -1 : 1),
  );
}

export async function importBenchmark(name: string): Promise<Benchmark> {
  const { benchmark } = (await import(new URL(`${name}.ts`, folder).href)) as BenchmarkModule;
  if (benchmark.name !== name) throw new Error(`The benchmark of ${name}.ts says that it is "${benchmark.name}".`);
  return benchmark;
}
