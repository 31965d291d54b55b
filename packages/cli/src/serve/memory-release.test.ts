import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
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
    /** @returns Whether it collects; then the heap is as large as said. */
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

it('[SV46] a server with much to do does not, nor one that collects already', async () => {
  const release = openRelease(100);
  release.state.heap = 300;
  release.state.utilization = 0.11;
  expect(await release.look(0)).toBe(false);
  release.state.utilization = 0.1;
  void release.begin();
  void release.begin();
  expect(release.collections()).toBe(1);
});

it('[SV46] what was in use at a collection is looked at again, more and more rarely', async () => {
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

it.runIf(process.platform === 'linux')('[SV46] buffers count too, and are given back', () => {
  const file = fileURLToPath(new URL('memory-release.ts', import.meta.url));
  const program = `
    import { processMemory } from ${JSON.stringify(file)};
    const memory = processMemory();
    await memory.collect();
    const before = memory.heldBytes();
    let buffers = Array.from({ length: 100 }, () => Buffer.alloc(1024 * 1024, 1));
    const held = memory.heldBytes() - before;
    buffers = [];
    await memory.collect();
    console.log(JSON.stringify([held, memory.heldBytes() - before].map((bytes) => bytes > 50 * 1024 * 1024)));
  `;
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  expect(JSON.parse(printed)).toEqual([true, false]);
});

it.runIf(process.platform === 'linux')('[SV46] what is collected is given back to the system', () => {
  const file = fileURLToPath(new URL('memory-release.ts', import.meta.url));
  // Much of it survives long enough to be moved to where V8 keeps old objects.
  const program = `
    import { readFileSync } from 'node:fs';
    import { processMemory } from ${JSON.stringify(file)};
    const anonymous = () => Number(/Anonymous:\\s+(\\d+)/.exec(readFileSync('/proc/self/smaps_rollup', 'utf8'))[1]);
    let objects = [];
    for (let index = 0; index < 1_000_000; index += 1) objects.push({ index, list: [index] });
    const busy = anonymous();
    objects = [];
    await processMemory().collect();
    console.log(anonymous() / busy);
  `;
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  expect(Number(printed)).toBeLessThan(0.7);
});
