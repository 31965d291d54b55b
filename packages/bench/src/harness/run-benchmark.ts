import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark } from './benchmark.ts';
import { compareArms } from './compare.ts';
import { describeMachine } from './machine.ts';
import type { OptionValue } from './options.ts';
import { peers, peerVersions } from './peers.ts';
import type { BenchmarkResult, CaseResult, Note } from './result.ts';

export interface RunRequest {
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly repeats: number;
}

/** Called when something has been measured or said. */
export interface RunListener {
  readonly onCase: (result: CaseResult) => void;
  readonly onNote: (note: Note) => void;
}

/** Runs a benchmark in this process, which should have run nothing else. Never rejects. */
export async function runBenchmark(
  benchmark: Benchmark,
  { options, repeats }: RunRequest,
  { onCase, onNote }: RunListener,
): Promise<BenchmarkResult> {
  const startedAt = new Date();
  const machine = describeMachine();
  const cases: CaseResult[] = [];
  const notes: Note[] = [];
  const folders: string[] = [];

  function say(note: Note): void {
    notes.push(note);
    onNote(note);
  }

  let failure: string | undefined;
  try {
    await benchmark.run({
      options: options as never,
      repeats,
      peers,
      folder: () => {
        const folder = mkdtempSync(join(tmpdir(), 'botwright-bench-'));
        folders.push(folder);
        return folder;
      },
      compare: async (comparison) => {
        const result = await compareArms(comparison, repeats);
        cases.push(result);
        onCase(result);
        return result;
      },
      note: (text) => say({ text }),
      check: (text, holds) => say({ text, holds }),
    });
  } catch (error) {
    // The stack names folders of this machine, which say nothing to others.
    console.error(error);
    failure = error instanceof Error ? error.message : String(error);
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }

  const { name, chapter, measures, peers: names = [] } = benchmark;
  return {
    name,
    chapter,
    measures,
    peers: peerVersions(names),
    options,
    machine,
    startedAt: startedAt.toISOString(),
    seconds: Math.round((Date.now() - startedAt.getTime()) / 1_000),
    cases,
    notes,
    ...(failure !== undefined && { failure }),
  };
}
