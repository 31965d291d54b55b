import { startDiagram } from '@botwright/core/diagram';
import { expect, it } from 'vitest';
import { beginHistory, edited, redone, undone } from './edit-history.ts';

const [a, b, c, d] = [startDiagram(), startDiagram(), startDiagram(), startDiagram()];

it('[CO48] goes back and forth', () => {
  const history = edited(edited(beginHistory(a), b), c);
  expect(undone(history).present).toBe(b);
  expect(undone(undone(history)).present).toBe(a);
  expect(undone(undone(undone(history))).present).toBe(a);
  expect(redone(undone(history)).present).toBe(c);
  expect(redone(history)).toBe(history);
});

it('[CO48] discards undone edits after another edit', () => {
  const history = edited(undone(edited(beginHistory(a), b)), c);
  expect(history.future).toEqual([]);
  expect(undone(history).present).toBe(a);
});

it('[CO48] treats edits of the same subject as one step', () => {
  const history = edited(edited(edited(beginHistory(a), b, 'text of n1'), c, 'text of n1'), d, 'text of n2');
  expect(history.past).toEqual([a, c]);
  expect(undone(undone(history)).present).toBe(a);
});

it('[CO48] treats an edit after undo as a separate step', () => {
  const back = undone(edited(edited(beginHistory(a), b, 'x'), c, 'y'));
  expect(edited(back, d, 'y').past).toEqual([a, b]);
});
