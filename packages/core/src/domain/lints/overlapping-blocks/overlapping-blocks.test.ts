import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { findingsOf, pointersOf } from '../../../../test/lint-fixture.ts';

const at = (id: string, top?: number, left?: number) => ({
  id,
  template: 'chat',
  params: { text: 'Hi' },
  ...(top !== undefined && { top }),
  ...(left !== undefined && { left }),
});

it('[LI14] a block lies exactly on an earlier one', () => {
  expect(
    findingsOf('overlapping-blocks', greeted([at('a', 5, 7), at('b', 7, 5), at('c', 5, 7), at('d', 5, 7)])),
  ).toEqual([
    {
      code: 'overlapping-blocks',
      message: 'Block "c" lies exactly on block "a".',
      blockId: 'c',
      pointer: '/nodes/c',
      severity: 'warning',
    },
    expect.objectContaining({ blockId: 'd', message: 'Block "d" lies exactly on block "a".' }),
  ]);
});

it('[LI14] the start point, and blocks without a whole position, are not compared', () => {
  expect(pointersOf('overlapping-blocks', greeted([at('a'), at('b'), at('c', 1), at('d', 1)]))).toEqual([]);
});
