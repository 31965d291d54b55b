import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { findingsOf, pointersOf } from '../../../../test/lint-fixture.ts';
import { startDiagram } from '../../diagram/diagram.ts';

it('[LI5] the start point alone is an empty bot', () => {
  expect(findingsOf('empty-bot', startDiagram())).toEqual([
    { code: 'empty-bot', message: 'The bot has no block yet.', pointer: '/nodes', severity: 'warning' },
  ]);
});

it('[LI5] a diagram without blocks is an empty bot', () => {
  expect(pointersOf('empty-bot', { nodes: {}, connections: {} })).toEqual(['/nodes']);
});

it('[LI5] a bot with any other entry is not empty', () => {
  expect(pointersOf('empty-bot', greeted([]))).toEqual([]);
  expect(pointersOf('empty-bot', { nodes: { odd: 5 }, connections: {} })).toEqual([]);
});
