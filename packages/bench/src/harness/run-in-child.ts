import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Benchmark } from './benchmark.ts';
import type { OptionValue } from './options.ts';
import type { BenchmarkResult } from './result.ts';

export interface RunRequest {
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly repeats: number;
}

const script = fileURLToPath(new URL('./child.ts', import.meta.url));

/** Runs a benchmark in a separate process, so that none inherits the heap or the compiled code of another. */
export async function runInChild({ name }: Benchmark, request: RunRequest): Promise<BenchmarkResult> {
  const child = fork(script, [name, JSON.stringify(request)], {
    // Node prints a warning for each module that is experimental.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let latest: BenchmarkResult | undefined;
  child.on('message', (result: BenchmarkResult) => {
    latest = result;
  });
  const ended = once(child, 'exit');
  // Until then, messages may come.
  await once(child, 'disconnect');
  const [code, signal] = await ended;
  if (latest === undefined) throw new Error(`The process of ${name} ended with ${signal ?? code} before it began.`);
  const failure = `the process ended with ${signal ?? code} before everything was measured`;
  return code === 0 ? latest : { ...latest, failure };
}
