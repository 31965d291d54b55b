import { expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

it('[SQ26] owners take turns, and each of them keeps its order', () => {
  const turns = createFairQueue<string>();
  for (const entry of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) turns.add(entry.charAt(0), entry);
  expect([turns.take(), turns.take()]).toEqual(['a1', 'b1']);
  turns.add('d', 'd1');
  turns.add('a', 'a4');
  expect([turns.size(), turns.takeMany(99)]).toEqual([6, ['c1', 'a2', 'b2', 'd1', 'a3', 'a4']]);
  expect([turns.size(), turns.take()]).toEqual([0, undefined]);
});
