import { expect, it } from 'vitest';
import { deterministicIds } from './deterministic-ids.ts';
import { simulatedClock } from './simulated-clock.ts';

it('the clock does not move until it is advanced, and never goes back', () => {
  const clock = simulatedClock(5);
  expect([clock.now(), clock.now()]).toEqual([5, 5]);
  clock.advance(0);
  clock.advance(10);
  expect(clock.now()).toBe(15);
  for (const ms of [-1, Number.NaN]) expect(() => clock.advance(ms)).toThrow(RangeError);
  expect(clock.now()).toBe(15);
  expect(simulatedClock().now()).toBe(Date.UTC(2026, 0, 1));
});

it('ids are the same for the same seed, and differ from each other', () => {
  const take = (seed?: number): readonly string[] => {
    const ids = deterministicIds(seed);
    return [ids.uuid(), ids.uuid(), ids.uuidAt(1), ids.uuidAt(1), ids.token(), ids.token()];
  };
  expect(take()).toEqual(take());
  expect(take(2)).toEqual(take(2));
  expect(new Set([...take(1), ...take(2)]).size).toBe(12);
  expect(take()[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
