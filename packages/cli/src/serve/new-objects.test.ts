import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/**
 * Makes objects in a separate process, most of which live for some turns. @returns The largest size of their part of the
 * heap in MiB: V8 shrinks it again when few objects are made, as on a busy machine.
 */
async function sizeAfterWork(begin: string): Promise<number> {
  const file = JSON.stringify(fileURLToPath(new URL('new-objects.ts', import.meta.url)));
  const program = `
    import { setImmediate as turn } from 'node:timers/promises';
    import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
    import { growNewObjects } from ${file};
    ${begin}
    const sizeOfNewObjects = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size;
    const lives = [];
    let largest = 0;
    for (let round = 0; round < 300; round += 1) {
      lives[round % 100] = Array.from({ length: 20_000 }, (_, index) => ({ index }));
      await turn();
      largest = Math.max(largest, sizeOfNewObjects());
    }
    console.log(largest, lives.length);
  `;
  const args = ['--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { encoding: 'utf8' });
  return Number.parseInt(stdout, 10) / 1_024 / 1_024;
}

it('[SV77] new objects get 16 MiB of the heap, and what one step of a collection adds', {
  timeout: 60_000,
}, async () => {
  const [unbounded, bounded, small] = [
    await sizeAfterWork(''),
    await sizeAfterWork('growNewObjects();'),
    await sizeAfterWork("setFlagsFromString('--semi-space-growth-factor=1');"),
  ];
  expect(unbounded).toBeGreaterThanOrEqual(64);
  expect(bounded).toBeGreaterThanOrEqual(16);
  expect(bounded).toBeLessThanOrEqual(32);
  expect(small).toBeLessThan(16);
});
