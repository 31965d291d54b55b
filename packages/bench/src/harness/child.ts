import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareArms } from './compare.ts';
import { importBenchmark } from './find-benchmarks.ts';
import { describeMachine } from './machine.ts';
import { peers, peerVersions } from './peers.ts';
import { renderCase, renderNote } from './render-text.ts';
import type { BenchmarkResult, CaseResult, Note } from './result.ts';
import type { RunRequest } from './run-in-child.ts';

/** The process of one benchmark: prints its measurements, and sends its parent all results so far. */
const [given = '', text = '{}'] = process.argv.slice(2);
// The parent has ended.
process.on('disconnect', () => process.exit(1));

const { options, repeats } = JSON.parse(text) as RunRequest;
const { run, peers: peerNames = [], name, chapter, measures } = await importBenchmark(given);
const startedAt = new Date();
const about = { name, chapter, measures, peers: peerVersions(peerNames), options, machine: describeMachine() };
const cases: CaseResult[] = [];
const notes: Note[] = [];
const folders: string[] = [];

function send(end: Pick<BenchmarkResult, 'failure'> = {}): Promise<void> {
  const seconds = Math.round((Date.now() - startedAt.getTime()) / 1_000);
  const result: BenchmarkResult = { ...about, startedAt: startedAt.toISOString(), seconds, cases, notes, ...end };
  return new Promise((resolve) => process.send?.(result, undefined, undefined, () => resolve()));
}

async function say(note: Note): Promise<void> {
  notes.push(note);
  console.log(renderNote(note));
  await send();
}

await send();
try {
  await run({
    options: options as never,
    repeats,
    peers,
    folder() {
      const folder = mkdtempSync(join(tmpdir(), 'botwright-bench-'));
      folders.push(folder);
      return folder;
    },
    async compare(comparison) {
      const result = await compareArms(comparison, repeats);
      cases.push(result);
      console.log(renderCase(result));
      await send();
      return result;
    },
    note: (note) => void say({ text: note }),
    check: (check, holds) => void say({ text: check, holds }),
  });
  await send();
} catch (error) {
  // The stack names folders of this machine, which say nothing to others.
  console.error(error);
  await send({ failure: error instanceof Error ? error.message : String(error) });
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
