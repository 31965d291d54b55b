import { expect, it } from 'vitest';
import { greeted, placesOf, violationsOf } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';

it('[RU16] a diagram without an entry "hidden" has no start point', () => {
  const { hidden, ...nodes } = greeted([]).nodes;
  expect(hidden).toBeDefined();
  expect(violationsOf({ nodes, connections: {} })).toEqual([
    {
      code: 'start_point',
      message: 'The diagram has no start point.',
      pointer: '/nodes',
      severity: 'error',
      hint: 'Add a node with the id "hidden" and the template "hidden".',
    },
  ]);
});

it('[RU16] the start point has the template "hidden"', () => {
  const diagram = greeted([node('hidden', 'chat', { text: 'Hi' })]);
  expect(violationsOf(diagram)).toEqual([
    {
      code: 'start_point',
      message: 'The start point "hidden" should have the template "hidden", not "chat".',
      blockId: 'hidden',
      pointer: '/nodes/hidden/template',
      severity: 'error',
      hint: 'Set its template to "hidden".',
    },
  ]);
});

it('[RU16] a start point may have params and several connections', () => {
  const diagram = greeted([node('hidden', 'hidden', { anything: null })], [['hidden', 'any output', 'welcome']]);
  expect(placesOf(diagram)).toEqual([]);
});
