import { expect, it } from 'vitest';
import type { Alarm } from '../ports/alarm.ts';
import { whileAwake } from './while-awake.ts';

function createAlarm() {
  let holds = 0;
  const alarm: Alarm = {
    async sleep() {},
    stayAwake() {
      holds += 1;
      return () => {
        holds -= 1;
      };
    },
  };
  return { alarm, holds: () => holds };
}

it('[CV56] the process is kept alive while the work goes on, however it ends', async () => {
  const { alarm, holds } = createAlarm();
  expect([await whileAwake(alarm, async () => holds()), holds()]).toEqual([1, 0]);
  await expect(whileAwake(alarm, async () => Promise.reject(new Error(`held by ${holds()}`)))).rejects.toThrow('by 1');
  expect(holds()).toBe(0);
});

it('[CV56] an alarm that cannot keep it alive lets the work go on', async () => {
  expect(await whileAwake({ async sleep() {} }, async () => 'done')).toBe('done');
});
