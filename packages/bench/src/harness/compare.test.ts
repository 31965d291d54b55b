import { describe, expect, test } from 'vitest';
import type { Arm } from './benchmark.ts';
import { compareArms, growth, outcomeOf } from './compare.ts';

const spread = (median: number) => ({ median, low: median, high: median });

/** A clock that advances when an arm says so. */
function simulatedClock() {
  let now = 0;
  return { unit: 'ms', now: () => now, leastMs: 0, advance: (ms: number) => (now += ms) };
}

describe('compareArms', () => {
  test('measures in turns, in the reverse order in every other round, and does not count the warm-up', async () => {
    const clock = simulatedClock();
    const order: string[] = [];
    const arm = (name: string, ms: number): Arm => ({
      name,
      run(round) {
        order.push(`${name}${round}`);
        clock.advance(round < 0 ? 1_000 : ms * (round + 1));
      },
    });
    const result = await compareArms(
      { title: 'two', arms: [arm('a', 6), arm('b', 2)], warmUp: 1, ratios: [{ of: 'a', to: 'b', atMost: 2, aim: 1 }] },
      3,
      clock,
    );
    expect(order).toEqual(['b-1', 'a-1', 'a0', 'b0', 'b1', 'a1', 'a2', 'b2']);
    expect(result).toEqual({
      title: 'two',
      repeats: 3,
      arms: [
        { name: 'a', figures: { ms: { median: 12, low: 6, high: 18 } } },
        { name: 'b', figures: { ms: { median: 4, low: 2, high: 6 } } },
      ],
      ratios: [
        {
          of: 'a',
          to: 'b',
          figure: 'ms',
          value: { median: 3, low: 3, high: 3 },
          atMost: 2,
          aim: 1,
          outcome: 'missed',
        },
      ],
    });
  });

  test('takes the figures that an arm returns, and divides each round by its own', async () => {
    const rates = [10, 30, 20];
    const result = await compareArms(
      {
        title: 'rates',
        arms: [
          { name: 'ours', measure: async (round) => ({ 'per second': (rates[round] ?? 0) * 2, MB: 5 }) },
          { name: 'bare', measure: (round) => ({ 'per second': rates[round] ?? 0 }) },
        ],
        ratios: [
          { of: 'ours', to: 'bare' },
          { of: 'ours', figure: 'MB', atMost: 5 },
        ],
      },
      3,
    );
    expect(result.ratios.map(({ figure, value, outcome }) => ({ figure, value, outcome }))).toEqual([
      { figure: 'per second', value: spread(2), outcome: 'none' },
      { figure: 'MB', value: spread(5), outcome: 'kept' },
    ]);
  });

  test('calls a quick arm until a repeat takes long enough, and gives the time of one call', async () => {
    const clock = simulatedClock();
    let calls = 0;
    const run = () => {
      calls += 1;
      clock.advance(3);
    };
    const comparison = { title: 'quick', arms: [{ name: 'a', run }], warmUp: 1 };
    const result = await compareArms(comparison, 2, { ...clock, leastMs: 20 });
    expect(result.arms[0]?.figures).toEqual({ ms: spread(3) });
    expect(calls).toBe(3 * 7);
  });

  test('an arm that is not there is a fault, not a ratio that holds', async () => {
    const comparison = { title: 'x', arms: [{ name: 'a', run: () => undefined }], ratios: [{ of: 'a', to: 'b' }] };
    await expect(compareArms(comparison, 1)).rejects.toThrow('There is no arm "b".');
  });
});

test('the median decides whether a promise is kept and an aim is reached', () => {
  expect([
    outcomeOf(spread(2), {}),
    outcomeOf(spread(2), { atMost: 2 }),
    outcomeOf(spread(2), { atMost: 1.9 }),
    outcomeOf(spread(2), { atMost: 3, aim: 2 }),
    outcomeOf(spread(2), { atMost: 3, aim: 1 }),
    outcomeOf(spread(2), { atLeast: 2 }),
    outcomeOf(spread(2), { atLeast: 2.1 }),
    outcomeOf(spread(2), { atLeast: 1, aim: 2 }),
    outcomeOf(spread(2), { atLeast: 1, aim: 3 }),
    outcomeOf(spread(Number.NaN), { atMost: 3 }),
  ]).toEqual(['none', 'kept', 'missed', 'reached', 'kept', 'kept', 'missed', 'reached', 'kept', 'missed']);
});

test('growth divides the largest by the smallest', () => {
  const arms = [1_000, 10, 100].map((size) => ({ name: `${size} rows`, size, run: () => undefined }));
  expect(growth(arms, { atMost: 3 })).toEqual({ of: '1000 rows', to: '10 rows', atMost: 3 });
});
