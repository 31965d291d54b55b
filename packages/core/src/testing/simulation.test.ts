import { expect, it, vi } from 'vitest';
import { deterministicIds } from './deterministic-ids.ts';
import { simulatedClock } from './simulated-clock.ts';

it('the clock does not move until it is advanced or set back, and delays keep their length', async () => {
  const clock = simulatedClock(5);
  expect([clock.now(), clock.now()]).toEqual([5, 5]);
  clock.advance(0);
  clock.advance(10);
  expect(clock.now()).toBe(15);
  for (const ms of [-1, Number.NaN]) expect(() => clock.advance(ms)).toThrow(RangeError);
  expect(clock.now()).toBe(15);
  expect(simulatedClock().now()).toBe(Date.UTC(2026, 0, 1));

  const woken: string[] = [];
  void clock.sleep(100).then(() => woken.push('woken'));
  for (const ms of [-1, Number.NaN]) expect(() => clock.setBack(ms)).toThrow(RangeError);
  clock.setBack(1_000);
  expect(clock.now()).toBe(-985);
  clock.advance(99);
  await Promise.resolve();
  expect(woken).toEqual([]);
  clock.advance(1);
  await vi.waitUntil(() => woken.length > 0, { timeout: 20_000 });
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
