import { expect, it } from 'vitest';
import { refusalOf } from '../../../test/engine-fixture.ts';
import type { Timer } from '../../ports/clock.ts';
import { createLargeDiagramQueue, type LargeDiagramQueue } from './large-diagram-queue.ts';

interface QueueSetup {
  readonly queue: LargeDiagramQueue;
  readonly rests: readonly number[];
  /** Advances the clock as if work had taken this long. */
  work(ms: number): void;
}

/** @param onTurn - Called in each turn of the event loop that the queue waits for; absent: it cannot wait for any. */
function createQueue(onTurn?: (others: { ask(): void; work(ms: number): void }) => void): QueueSetup {
  let now = 0;
  let asked = 0;
  const rests: number[] = [];
  const timer: Timer = {
    async sleep(ms) {
      rests.push(ms);
      now += ms;
    },
  };
  const work = (ms: number): void => {
    now += ms;
  };
  const ask = (): void => {
    asked += 1;
  };
  const nextTurn = onTurn && (async () => onTurn({ ask, work }));
  const queue = createLargeDiagramQueue({
    clock: { now: () => now },
    timer: { ...timer, ...(nextTurn && { nextTurn }) },
    activity: { count: () => asked },
    maxWaiting: 32,
  });
  return { queue, rests, work };
}

it('[DR44] a long piece of work is followed by a pause of the same length, a short one by none', async () => {
  const { queue, rests, work } = createQueue();
  await queue.run('acme', async (large) => {
    work(5);
    await large.pause();
    work(40);
    await large.pause();
    work(100);
  });
  expect(rests).toEqual([40, 100]);
});

it('[DR44] a long piece is followed by a pause only if others work in the turns of the event loop after it', async () => {
  let turns = 0;
  const { queue, rests, work } = createQueue(({ ask, work: workOfOthers }) => {
    turns += 1;
    if (turns === 7) ask();
    if (turns === 12) workOfOthers(2);
  });
  await queue.run('acme', async (large) => {
    for (const ms of [40, 30, 20, 10, 5]) {
      work(ms);
      await large.pause();
    }
  });
  expect(rests).toEqual([30, 20]);
  expect(turns).toBe(16);
});

it('[DR44] one piece of work runs at a time, and waiting brands take turns', async () => {
  const { queue } = createQueue();
  const order: string[] = [];
  let atWork = 0;
  const piece = (brand: string, nth: number): Promise<void> =>
    queue.run(brand, async (large) => {
      atWork += 1;
      order.push(`${brand} ${nth} of ${atWork}`);
      await large.pause();
      await Promise.resolve();
      atWork -= 1;
    });
  await Promise.all(['a', 'a', 'a', 'a', 'b', 'b', 'c'].map((brand, nth) => piece(brand, nth)));
  expect(order).toEqual(['a 0 of 1', 'a 1 of 1', 'b 4 of 1', 'c 6 of 1', 'a 2 of 1', 'b 5 of 1', 'a 3 of 1']);
});

it('[DR44] work that fails lets the next one run', async () => {
  const { queue } = createQueue();
  const failing = queue.run('a', async () => Promise.reject(new Error('broken')));
  const next = queue.run('a', async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

it('[DR44] at most 32 pieces of work wait per brand', async () => {
  const { queue } = createQueue();
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = queue.run('a', () => promise);
  const waiting = Array.from({ length: 32 }, () => queue.run('a', async () => 'done'));
  expect((await refusalOf(queue.run('a', async () => 'done'))).code).toBe('too_many_requests');
  const other = queue.run('b', async () => 'other');
  resolve();
  await first;
  expect([await other, new Set(await Promise.all(waiting))]).toEqual(['other', new Set(['done'])]);
});
