import { expect, it } from 'vitest';
import { greeted, violationsOf } from '../../../../test/check-fixture.ts';

it('[RU23][RU4] the id of a block must be its key', () => {
  const clean = greeted([]);
  const odd = { id: 'even', template: 'chat', params: { text: 'Hi' } };
  expect(violationsOf({ ...clean, nodes: { ...clean.nodes, odd } })).toEqual([
    {
      code: 'node_key_mismatch',
      message: 'The block stored as "odd" has the id "even".',
      blockId: 'odd',
      pointer: '/nodes/odd/id',
      severity: 'error',
    },
  ]);
});
