import { fileURLToPath } from 'node:url';
import type { Figures } from '../harness/benchmark.ts';
import { readMemory, startServer } from '../servers/server-process.ts';

/** The output of a process when it holds the measured objects. */
const ready = 'holding';

/** Called by a process that holds something: collects garbage, and reports that its memory can be read. */
export async function hold(): Promise<void> {
  // The second run frees the objects that the first one finalizes, and the process returns memory a moment later.
  for (let run = 0; run < 2; run += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const { heapUsed, external } = process.memoryUsage();
  console.log(`${ready} ${(heapUsed + external) / 1e6}`);
  setInterval(() => undefined, 60_000);
}

/** Starts a script that calls `hold`. @returns Its memory; in MB of 10⁶ bytes. */
export async function memoryOf(script: `./${string}.ts`, ...args: readonly (string | number)[]): Promise<Figures> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const holder = await startServer({ args: ['--expose-gc', path, ...args.map(String)] }, (printed) => {
    const [, heap] = new RegExp(`^${ready} ([\\d.]+)$`, 'm').exec(printed) ?? [];
    return heap === undefined ? undefined : Number(heap);
  });
  try {
    const { anonymous, total } = readMemory(holder.pid);
    return { 'MB, anonymous': anonymous, 'MB, total': total, 'MB, objects and buffers': holder.ready };
  } finally {
    await holder.kill();
  }
}
