import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createMemoryRelease } from './memory-release.ts';

const mebibyte = 1024 * 1024;

function openRelease(heapMebibytes: number) {
  const state = { heap: heapMebibytes, utilization: 0.05, afterwards: heapMebibytes };
  const logged: unknown[] = [];
  const collecting: PromiseWithResolvers<void>[] = [];
  const look = createMemoryRelease(
    {
      utilization: () => state.utilization,
      heldBytes: () => state.heap * mebibyte,
      collect() {
        const collection = Promise.withResolvers<void>();
        collecting.push(collection);
        return collection.promise;
      },
    },
    { info: (fields: unknown) => void logged.push(fields) } as Parameters<typeof createMemoryRelease>[1],
  );
  return {
    state,
    logged,
    /** @returns Whether it collects; then the heap has the given size. */
    async look(afterwards: number): Promise<boolean> {
      const before = collecting.length;
      const looked = look();
      const collects = collecting.length > before;
      if (collects) {
        state.heap = afterwards;
        collecting.at(-1)?.resolve();
      }
      await looked;
      return collects;
    },
    begin: look,
    collections: () => collecting.length,
  };
}

it('[SV46] a server with little to do collects garbage once its heap has grown by 24 MiB and a fifth', async () => {
  const release = openRelease(100);
  release.state.heap = 123;
  expect(await release.look(0)).toBe(false);
  release.state.heap = 124;
  expect(await release.look(90)).toBe(true);
  expect(release.logged).toEqual([{ before: 124 * mebibyte, after: 90 * mebibyte }]);
  release.state.heap = 113;
  expect(await release.look(0)).toBe(false);
  release.state.heap = 400;
  expect(await release.look(200)).toBe(true);
  release.state.heap = 239;
  expect(await release.look(0)).toBe(false);
  release.state.heap = 240;
  expect(await release.look(200)).toBe(true);
});

it('[SV46] a busy server does not collect, and neither does one that is collecting', async () => {
  const release = openRelease(100);
  release.state.heap = 300;
  release.state.utilization = 0.51;
  expect(await release.look(0)).toBe(false);
  release.state.utilization = 0.5;
  void release.begin();
  void release.begin();
  expect(release.collections()).toBe(1);
});

it('[SV46] collects memory that was in use again, at growing intervals', async () => {
  const release = openRelease(100);
  release.state.heap = 600;
  expect(await release.look(600)).toBe(true);
  const collected: number[] = [];
  for (let look = 1; look <= 20; look += 1) if (await release.look(600)) collected.push(look);
  expect(collected).toEqual([3, 9]);
  for (let look = 1; look <= 24; look += 1) if (await release.look(110)) collected.push(look);
  expect(collected).toEqual([3, 9, 1]);
  for (let look = 1; look <= 24; look += 1) expect(await release.look(110)).toBe(false);
});

/** Runs a program in a separate process. @returns Its output. */
async function run(program: string): Promise<string> {
  const args = ['--input-type=module', '--eval', program];
  return (await promisify(execFile)(process.execPath, args, { encoding: 'utf8' })).stdout;
}

it.concurrent('[SV76] no collection blocks the process for its whole duration', { timeout: 120_000 }, async ({
  expect,
}) => {
  const file = fileURLToPath(new URL('memory-release.ts', import.meta.url));
  // Live objects take long to mark, and a full collection marks all of them.
  const program = `
    import { constants, PerformanceObserver } from 'node:perf_hooks';
    import { processMemory } from ${JSON.stringify(file)};
    const lives = Array.from({ length: 400_000 }, (_, index) => ({ index, list: [index] }));
    const kinds = new Set();
    const collections = new PerformanceObserver((list) => {
      for (const { detail } of list.getEntries()) if (detail.flags & forced) kinds.add('forced');
      for (const { detail } of list.getEntries()) if (detail.kind === incremental) kinds.add('in steps');
    });
    const forced = constants.NODE_PERFORMANCE_GC_FLAGS_ALL_AVAILABLE_GARBAGE | constants.NODE_PERFORMANCE_GC_FLAGS_FORCED;
    const incremental = constants.NODE_PERFORMANCE_GC_INCREMENTAL;
    collections.observe({ entryTypes: ['gc'] });
    const alive = setInterval(() => {}, 100);
    await processMemory().collect();
    clearInterval(alive);
    console.log(JSON.stringify([[...kinds], lives.length]));
  `;
  const printed = await run(program);
  expect(JSON.parse(printed)).toEqual([['in steps'], 400_000]);
});

it.runIf(process.platform === 'linux').concurrent(
  '[SV46] buffers count too, and are given back',
  { timeout: 120_000 },
  async ({ expect }) => {
    const file = fileURLToPath(new URL('memory-release.ts', import.meta.url));
    const program = `
    import { processMemory } from ${JSON.stringify(file)};
    const alive = setInterval(() => {}, 100);
    const memory = processMemory();
    await memory.collect();
    const before = memory.heldBytes();
    let buffers = Array.from({ length: 100 }, () => Buffer.alloc(1024 * 1024, 1));
    const held = memory.heldBytes() - before;
    buffers = [];
    await memory.collect();
    clearInterval(alive);
    console.log(JSON.stringify([held, memory.heldBytes() - before].map((bytes) => bytes > 50 * 1024 * 1024)));
  `;
    const printed = await run(program);
    expect(JSON.parse(printed)).toEqual([true, false]);
  },
);

it.runIf(process.platform === 'linux').concurrent(
  '[SV46] what is collected is given back to the system',
  { timeout: 120_000 },
  async ({ expect }) => {
    const file = fileURLToPath(new URL('memory-release.ts', import.meta.url));
    // Much of it survives until V8 moves it to the old objects.
    const program = `
    import { readFileSync } from 'node:fs';
    import { processMemory } from ${JSON.stringify(file)};
    const anonymous = () => Number(/Anonymous:\\s+(\\d+)/.exec(readFileSync('/proc/self/smaps_rollup', 'utf8'))[1]);
    let objects = [];
    for (let index = 0; index < 1_000_000; index += 1) objects.push({ index, list: [index] });
    const busy = anonymous();
    objects = [];
    const alive = setInterval(() => {}, 100);
    await processMemory().collect();
    clearInterval(alive);
    console.log(anonymous() / busy);
  `;
    const printed = await run(program);
    expect(Number(printed)).toBeLessThan(0.7);
  },
);
