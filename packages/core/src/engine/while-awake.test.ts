import { expect, it } from 'vitest';
import type { Timer } from '../ports/clock.ts';
import { whileAwake } from './while-awake.ts';

function createTimer() {
  let holds = 0;
  const timer: Timer = {
    async sleep() {},
    stayAwake() {
      holds += 1;
      return () => {
        holds -= 1;
      };
    },
  };
  return { timer, holds: () => holds };
}

it('[CV56] the process is kept alive while the work goes on, however it ends', async () => {
  const { timer, holds } = createTimer();
  expect([await whileAwake(timer, async () => holds()), holds()]).toEqual([1, 0]);
  await expect(whileAwake(timer, async () => Promise.reject(new Error(`held by ${holds()}`)))).rejects.toThrow('by 1');
  expect(holds()).toBe(0);
});

it('[CV56] the work goes on when the timer cannot keep the process alive', async () => {
  expect(await whileAwake({ async sleep() {} }, async () => 'done')).toBe('done');
});
