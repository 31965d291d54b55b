import { expect, it } from 'vitest';
import { greeted, placesOf, violationsOf } from '../../../../test/check-fixture.ts';

const block = { id: 'a', template: 'chat', params: { text: 'Hi' } };

it('[RU24] the path of a block must be its id', () => {
  expect(violationsOf(greeted([{ ...block, path: 'a.b' }]))).toEqual([
    {
      code: 'node_path_mismatch',
      message: 'Block "a" has the path "a.b", but its id is "a".',
      blockId: 'a',
      pointer: '/nodes/a/path',
      severity: 'error',
      hint: 'Set the path to the id.',
    },
  ]);
});

it('[RU24] a block needs no path', () => {
  expect(placesOf(greeted([block]))).toEqual([]);
});

it('[RU24] the path is compared with the id, not with the key', () => {
  const clean = greeted([]);
  const nodes = { ...clean.nodes, key: { ...block, path: 'a' } };
  expect(placesOf({ ...clean, nodes })).toEqual(['node_key_mismatch /nodes/key/id']);
});
