import { expect, it } from 'vitest';
import { createKnownSizes, isLargeDiagram } from './known-sizes.ts';
import { largeText } from './large-diagram-queue.ts';

/** Sizes with a queue that counts, and reads that the test ends one by one. */
function open() {
  let queued = 0;
  const waiting: ((text: string) => void)[] = [];
  const sizes = createKnownSizes({
    run(_brand, work) {
      queued += 1;
      return work({ async pause() {} });
    },
  });
  const read = async (id: string) =>
    sizes.read(
      'a',
      id,
      () => new Promise<{ diagramJson: string }>((resolve) => waiting.push((diagramJson) => resolve({ diagramJson }))),
      isLargeDiagram,
    );
  return {
    sizes,
    read,
    queued: () => queued,
    waiting: () => waiting.length,
    async end(text: string): Promise<void> {
      for (const end of waiting.splice(0)) end(text);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

it.for([
  ['large', 'x'.repeat(largeText), 3],
  ['small', 'x'.repeat(largeText - 1), 0],
  ['large, in bytes of letters of three each', '字'.repeat(largeText / 3 + 1), 3],
  ['small, in bytes of letters of two each', 'ж'.repeat(largeText / 2 - 1), 0],
] as const)(
  '[DR49] one reader finds out that a diagram is %s, and the others wait for it',
  async ([, text, inQueue]) => {
    const { read, end, waiting, queued, sizes } = open();
    const readers = [read('x'), read('x'), read('x')];
    await new Promise((resolve) => setImmediate(resolve));
    expect([waiting(), queued()]).toEqual([1, 0]);
    await end(text);
    expect([waiting(), sizes.isLarge('a', 'x'), sizes.isLarge('b', 'x')]).toEqual([2, inQueue > 0, false]);
    const later = read('x');
    await new Promise((resolve) => setImmediate(resolve));
    await end(text);
    await Promise.all([...readers, later]);
    expect(queued()).toBe(inQueue);
  },
);

it('[DR49] a size that was noted counts until it is read otherwise', async () => {
  const { read, end, queued, sizes } = open();
  sizes.note('a', 'x', { diagramJson: 'x'.repeat(largeText) });
  const first = read('x');
  await end('x'.repeat(10));
  await first;
  const second = read('x');
  await end('x'.repeat(10));
  await second;
  expect([queued(), sizes.isLarge('a', 'x')]).toEqual([1, false]);
});

it('[DR49] when the first reader fails the next one reads', async () => {
  const sizes = createKnownSizes({ run: async (_brand, work) => work({ async pause() {} }) });
  let reads = 0;
  const read = () =>
    sizes.read(
      'a',
      'x',
      async () => {
        reads += 1;
        if (reads === 1) throw new Error('no store');
        return { diagramJson: '' };
      },
      isLargeDiagram,
    );
  const outcomes = await Promise.allSettled([read(), read(), read()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
});
