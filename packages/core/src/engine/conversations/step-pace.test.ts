import { expect, it } from 'vitest';
import { simulatedClock } from '../../simulation/simulated-clock.ts';
import { createStepPace } from './step-pace.ts';

it('[CV55] after ten milliseconds of steps others come first, and then brands in turns', async () => {
  const clock = simulatedClock();
  const pace = createStepPace({ clock, alarm: clock });
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
  const rests = ['a', 'a', 'a', 'b', 'c', 'b'].map((brand) => pace.rest(brand).then(() => order.push(brand)));
  await Promise.resolve();
  expect(order).toEqual([]);
  clock.advance(1);
  await Promise.all(rests);
  expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
  expect(pace.isOver()).toBe(false);
});
