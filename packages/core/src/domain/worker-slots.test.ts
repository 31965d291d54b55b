import { expect, it } from 'vitest';
import { createWorkerSlots, type DueQueue, hasDeliverySlot, hasFairSlot, shareSlots } from './worker-slots.ts';

/** A queue of the brand `a` with this many entries, `a1`, `a2` and so on. */
function queue(brand: string, length: number): DueQueue<string> {
  const entries = Array.from({ length }, (_, index) => `${brand}${index + 1}`);
  return { brand, first: () => entries[0], removeFirst: () => void entries.shift() };
}

it('[CQ17][DQ20] slots are counted by brand', () => {
  const slots = createWorkerSlots(4, [['a', 1]]);
  slots.take('a');
  slots.take('b');
  expect([slots.free(), [...slots.held]]).toEqual([
    1,
    [
      ['a', 2],
      ['b', 1],
    ],
  ]);
  slots.release('b');
  expect([slots.free(), [...slots.held]]).toEqual([2, [['a', 2]]]);
});

it.for([
  [8, 0, true, true],
  [8, 3, true, true],
  [8, 4, false, false],
  [7, 3, true, false],
  [1, 0, true, true],
  [0, 0, false, false],
] as const)(
  '[DQ20][CQ17] of %i slots a brand with %i: delivery %s, conversation %s',
  ([total, count, delivery, conversation]) => {
    const slots = createWorkerSlots(total, count === 0 ? [] : [['a', count]]);
    expect([hasDeliverySlot(slots, 'a'), hasFairSlot(slots, 'a')]).toEqual([delivery, conversation]);
  },
);

it.for([
  [{ limit: 4 }, ['a1', 'b1']],
  [{ limit: 8 }, ['a1', 'b1', 'a2', 'b2', 'a3', 'a4', 'a5']],
  [{ limit: 8, keepsFree: true }, ['a1', 'b1', 'a2', 'b2', 'a3']],
  [{ limit: 3, held: new Map([['a', 2]]) }, ['b1']],
  [{ limit: 0 }, []],
] as const)('[CQ17] %o is given to brands in turns: %o', ([request, given]) => {
  expect(shareSlots([queue('a', 5), queue('b', 2)], request)).toEqual(given);
});
