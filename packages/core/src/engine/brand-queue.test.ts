import { expect, it } from 'vitest';
import { createBrandQueue } from './brand-queue.ts';

/** A queue with searches that the test ends one by one, and the order in which they began. */
function open(options: { readonly concurrency: number; readonly maxWaiting: number }) {
  const queue = createBrandQueue(options);
  const began: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
  return {
    began,
    async search(brand: string, name: string): Promise<{ readonly outcome: Promise<unknown> }> {
      const run = queue.run(brand, () => {
        began.push(name);
        return new Promise<string>((resolve, reject) =>
          ends.set(name, (error) => (error === undefined ? resolve(name) : reject(error))),
        );
      });
      const outcome = run.catch((error: { code?: string; message: string }) => error.code ?? error.message);
      await nextTurn();
      return { outcome };
    },
    async end(name: string, error?: Error): Promise<void> {
      ends.get(name)?.(error);
      await nextTurn();
    },
  };
}

it('[CU48] one search per brand runs at a time, in order, and brands take turns', async () => {
  const { began, search, end } = open({ concurrency: 2, maxWaiting: 10 });
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) await search(name.charAt(0), name);
  expect(began).toEqual(['a1', 'b1']);
  await end('a1');
  expect(began.slice(2)).toEqual(['a2']);
  await end('b1');
  expect(began.slice(3)).toEqual(['c1']);
  await end('a2');
  expect(began.slice(4)).toEqual(['b2']);
  await end('c1');
  expect(began.slice(5)).toEqual(['a3']);
});

it('[CU48] a search that fails frees its place too', async () => {
  const { began, search, end } = open({ concurrency: 1, maxWaiting: 10 });
  const first = await search('a', 'a1');
  const second = await search('a', 'a2');
  await end('a1', new Error('no store'));
  await end('a2');
  expect([began, await first.outcome, await second.outcome]).toEqual([['a1', 'a2'], 'no store', 'a2']);
});

it('[CU49] a limited number of searches per brand can wait, and further ones are refused', async () => {
  const { began, search, end } = open({ concurrency: 1, maxWaiting: 2 });
  for (const name of ['a1', 'a2', 'a3']) await search('a', name);
  const fourth = await search('a', 'a4');
  expect(await fourth.outcome).toBe('too_many_requests');
  await search('b', 'b1');
  await end('a1');
  await search('a', 'a5');
  for (const name of ['a2', 'b1', 'a3', 'a5']) await end(name);
  expect(began).toEqual(['a1', 'a2', 'b1', 'a3', 'a5']);
});

it('[CU49] with no place to wait, the first search of a brand still runs', async () => {
  const { began, search, end } = open({ concurrency: 1, maxWaiting: 0 });
  await search('a', 'a1');
  const second = await search('a', 'a2');
  expect(await second.outcome).toBe('too_many_requests');
  await end('a1');
  await search('b', 'b1');
  expect(began).toEqual(['a1', 'b1']);
});
