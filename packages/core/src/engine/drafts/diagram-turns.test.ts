import { expect, it } from 'vitest';
import { refusalOf } from '../../../test/engine-fixture.ts';
import type { Alarm } from '../../ports/alarm.ts';
import { createDiagramTurns, type DiagramTurns } from './diagram-turns.ts';

interface World {
  readonly turns: DiagramTurns;
  readonly rests: readonly number[];
  /** Lets time pass as work does. */
  work(ms: number): void;
}

function createWorld(): World {
  let now = 0;
  const rests: number[] = [];
  const alarm: Alarm = {
    async sleep(ms) {
      rests.push(ms);
      now += ms;
    },
  };
  const work = (ms: number): void => {
    now += ms;
  };
  return { turns: createDiagramTurns({ clock: { now: () => now }, alarm, maxWaiting: 32 }), rests, work };
}

it('[DR44] a piece is followed by a rest as long as it took, a short one by none', async () => {
  const { turns, rests, work } = createWorld();
  await turns.take('acme', async (turn) => {
    work(5);
    await turn.pause();
    work(40);
    await turn.pause();
    work(100);
  });
  expect(rests).toEqual([40, 100]);
});

it('[DR44] one works at a time, and the brands that wait are let in in turn', async () => {
  const { turns } = createWorld();
  const order: string[] = [];
  let atWork = 0;
  const piece = (brand: string, nth: number): Promise<void> =>
    turns.take(brand, async (turn) => {
      atWork += 1;
      order.push(`${brand} ${nth} of ${atWork}`);
      await turn.pause();
      await Promise.resolve();
      atWork -= 1;
    });
  await Promise.all(['a', 'a', 'a', 'a', 'b', 'b', 'c'].map((brand, nth) => piece(brand, nth)));
  expect(order).toEqual(['a 0 of 1', 'a 1 of 1', 'b 4 of 1', 'c 6 of 1', 'a 2 of 1', 'b 5 of 1', 'a 3 of 1']);
});

it('[DR44] work that fails lets the next one in', async () => {
  const { turns } = createWorld();
  const failing = turns.take('a', async () => Promise.reject(new Error('broken')));
  const next = turns.take('a', async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

it('[DR44] a brand has 32 waiting at most, and other brands their own', async () => {
  const { turns } = createWorld();
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = turns.take('a', () => promise);
  const waiting = Array.from({ length: 32 }, () => turns.take('a', async () => 'done'));
  expect((await refusalOf(turns.take('a', async () => 'done'))).code).toBe('too_many_requests');
  const other = turns.take('b', async () => 'other');
  resolve();
  await first;
  expect([await other, new Set(await Promise.all(waiting))]).toEqual(['other', new Set(['done'])]);
});
