import { expect, it } from 'vitest';
import { startDiagram } from './start-diagram.ts';

it('[DG9] a bot created without a diagram has the start point only', () => {
  const hidden = { id: 'hidden', path: 'hidden', template: 'hidden', params: {}, top: 0, left: 0, isTarget: true };
  expect(startDiagram()).toEqual({ nodes: { hidden }, connections: {} });
});

it('[DG9] each bot has a start point of its own', () => {
  expect(startDiagram().nodes['hidden']).not.toBe(startDiagram().nodes['hidden']);
});
