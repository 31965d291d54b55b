import { expect, it } from 'vitest';
import { placeNumber } from '../../domain/conversation/waiting-place.ts';
import { countWaiting } from './publication-preview.ts';

/** The answer to a count whose requests have these answers, one for each 1,000 places. */
function countOf(answers: readonly number[]): unknown {
  const places = Array.from({ length: answers.length * 1_000 - 1 }, (_, index) => index);
  const count = countWaiting({ places, isLarge: false });
  expect(count.next().value).toMatchObject(answers.map(() => ({ kind: 'countWaiting', upTo: 1_000 })));
  return count.next(answers as never).value;
}

it.each([
  [[999], { total: 999, isExact: true }],
  [[1_000], { total: 1_000, isExact: false }],
  [[400, 0, 599], { total: 999, isExact: true }],
  [[600, 700], { total: 1_000, isExact: false }],
])('[VE33] a count of %j ends at 1,000', (answers, waiting) => {
  expect(countOf(answers)).toEqual({ waiting });
});

it('[VE31] a place has the number that stores already have', () => {
  expect(placeNumber({ bot: 1, node: 'welcome', template: 'var_text' })).toBe(3_145_736_136_655_541);
  expect(placeNumber({ bot: 1, node: 'welcome', template: 'var_name' })).toBe(2_511_671_209_740_958);
});
