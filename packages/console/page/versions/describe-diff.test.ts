import { diffDiagrams } from '@botwright/core/diagram';
import { expect, it } from 'vitest';
import { describeDiff } from './describe-diff.ts';

const way = (sourcePath: string, type: string, targetPath: string) => ({
  [`${sourcePath}.${type}--${targetPath}`]: {
    id: `${sourcePath}.${type}--${targetPath}`,
    sourcePath,
    type,
    targetPath,
  },
});

it('says what was added, removed and changed, blocks before connections', () => {
  const before = {
    nodes: { a: { id: 'a', params: { text: 'Hi', x: 1 }, top: 0 }, b: { id: 'b', name: 'Bye' } },
    connections: way('a', '$success', 'b'),
  };
  const after = {
    nodes: { a: { id: 'a', params: { text: 'Hello' }, top: 9 }, c: 'no block' },
    connections: way('a', '$success', 'c'),
    note: 1,
  };
  expect(describeDiff(diffDiagrams(before, after)).map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'added: Block c was added.',
    'removed: Block Bye (b) was removed.',
    'changed: Block a: text, x, place changed.',
    'added: The connection from a (success) to c was added.',
    'removed: The connection from a (success) to b was removed.',
    'changed: The member note of the diagram was changed.',
  ]);
});

it('says nothing of diagrams that are the same', () => {
  const diagram = { nodes: {}, connections: {} };
  expect(describeDiff(diffDiagrams(diagram, { ...diagram }))).toEqual([]);
});
