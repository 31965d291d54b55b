import { expect, it } from 'vitest';
import { simulatedClock } from '../../testing/simulated-clock.ts';
import { createStepGate, createStepPace } from './step-schedule.ts';

async function flush(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

it('[CV50] an exclusive step waits for running steps, and all others wait for it', async () => {
  const gate = createStepGate();
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const step = (name: string) => () => {
    log.push(name);
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.set(name, resolve);
    return promise;
  };
  const runs = [
    gate.runConcurrently(step('a')),
    gate.runConcurrently(step('b')),
    gate.runAlone(step('alone 1')),
    gate.runConcurrently(step('c')),
    gate.runAlone(step('alone 2')),
  ];
  await flush();
  expect(log).toEqual(['a', 'b']);
  ends.get('a')?.();
  await flush();
  expect(log).toEqual(['a', 'b']);
  ends.get('b')?.();
  await flush();
  expect(log).toEqual(['a', 'b', 'alone 1']);
  ends.get('alone 1')?.();
  await flush();
  expect(log.slice(3)).toEqual(['alone 2']);
  ends.get('alone 2')?.();
  await flush();
  expect(log.slice(4)).toEqual(['c']);
  ends.get('c')?.();
  await Promise.all(runs);
});

it('[CV50] a step that fails lets the others continue', async () => {
  const gate = createStepGate();
  const fail = () => Promise.reject(new Error('no'));
  await expect(gate.runConcurrently(fail)).rejects.toThrow('no');
  await expect(gate.runAlone(fail)).rejects.toThrow('no');
  expect(await gate.runConcurrently(async () => 1)).toBe(1);
  expect(await gate.runAlone(async () => 2)).toBe(2);
});

it('[CV55] after ten milliseconds of steps other work runs, and then steps of brands in turns', async () => {
  const clock = simulatedClock();
  const pace = createStepPace({ clock, timer: clock });
  pace.measure(() => clock.advance(9));
  expect(pace.isOver()).toBe(false);
  expect(() =>
    pace.measure(() => {
      clock.advance(1);
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(pace.isOver()).toBe(true);

  const order: string[] = [];
  const pauses = ['a', 'a', 'a', 'b', 'c', 'b'].map((brand) => pace.pause(brand).then(() => order.push(brand)));
  await Promise.resolve();
  expect(order).toEqual([]);
  clock.advance(1);
  await Promise.all(pauses);
  expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
  expect(pace.isOver()).toBe(false);
});
