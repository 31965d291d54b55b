import { expect, it } from 'vitest';
import { createBodyBudget } from './body-budget.ts';

it('[DQ22] the first body is taken with any size, a shared body counts once, and the first that does not fit ends the claim', () => {
  const budget = createBodyBudget<string>(10);
  expect([budget.take('a', 6), budget.take('a', 6), budget.take('b', 4), budget.isExceeded()]).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect([budget.take('c', 1), budget.isExceeded(), budget.bodies()]).toEqual([false, true, ['a', 'b']]);
  expect(createBodyBudget<string>(10).take('large', 99)).toBe(true);
});
