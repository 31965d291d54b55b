import { expect, it } from 'vitest';
import type { Timer } from '../ports/clock.ts';
import { keepAliveDuring } from './keep-alive.ts';

function createTimer() {
  let holds = 0;
  const timer: Timer = {
    async sleep() {},
    keepAlive() {
      holds += 1;
      return () => {
        holds -= 1;
      };
    },
  };
  return { timer, holds: () => holds };
}

it('[CV56] the process stays alive during the work, whether it succeeds or fails', async () => {
  const { timer, holds } = createTimer();
  expect([await keepAliveDuring(timer, async () => holds()), holds()]).toEqual([1, 0]);
  await expect(keepAliveDuring(timer, async () => Promise.reject(new Error(`held by ${holds()}`)))).rejects.toThrow(
    'by 1',
  );
  expect(holds()).toBe(0);
});

it('[CV56] the work goes on when the timer cannot keep the process alive', async () => {
  expect(await keepAliveDuring({ async sleep() {} }, async () => 'done')).toBe('done');
});
