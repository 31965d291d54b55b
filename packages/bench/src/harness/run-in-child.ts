import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Benchmark } from './benchmark.ts';
import { describeMachine } from './machine.ts';
import type { BenchmarkResult, CaseResult, Note } from './result.ts';
import type { RunListener, RunRequest } from './run-benchmark.ts';

/** The messages of a benchmark's process. */
export type ChildMessage =
  | { readonly kind: 'case'; readonly result: CaseResult }
  | { readonly kind: 'note'; readonly note: Note }
  | { readonly kind: 'end'; readonly result: BenchmarkResult };

const script = fileURLToPath(new URL('./child.ts', import.meta.url));

/** Runs a benchmark in a separate process, so that none inherits the heap or the compiled code of another. */
export async function runInChild(
  benchmark: Benchmark,
  request: RunRequest,
  { onCase, onNote }: RunListener,
): Promise<BenchmarkResult> {
  const { name, chapter, measures } = benchmark;
  const startedAt = new Date();
  const child = fork(script, [name, JSON.stringify(request)], {
    // Node prints a warning for each module that is experimental.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  const cases: CaseResult[] = [];
  const notes: Note[] = [];
  return await new Promise((resolve) => {
    let ended: BenchmarkResult | undefined;
    child.on('message', (message: ChildMessage) => {
      if (message.kind === 'end') {
        ended = message.result;
      } else if (message.kind === 'case') {
        cases.push(message.result);
        onCase(message.result);
      } else {
        notes.push(message.note);
        onNote(message.note);
      }
    });
    child.once('exit', (code, signal) => {
      const failure = `the process ended with ${signal ?? code} before everything was measured`;
      resolve(
        ended ?? {
          name,
          chapter,
          measures,
          peers: {},
          options: request.options,
          machine: describeMachine(),
          startedAt: startedAt.toISOString(),
          seconds: Math.round((Date.now() - startedAt.getTime()) / 1_000),
          cases,
          notes,
          failure,
        },
      );
    });
  });
}
