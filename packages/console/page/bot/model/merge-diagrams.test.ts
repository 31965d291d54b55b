import type { Diagram } from '@botwright/core/diagram';
import { describe, expect, it } from 'vitest';
import { mergeDiagrams } from './merge-diagrams.ts';

const node = (id: string, text: string, more: Record<string, string | number> = {}) => ({
  id,
  template: 'chat',
  params: { text },
  top: 0,
  left: 0,
  ...more,
});
const way = (sourcePath: string, targetPath: string) => ({
  id: `${sourcePath}.$success--${targetPath}`,
  type: '$success',
  sourcePath,
  targetPath,
});
const diagramOf = (
  nodes: readonly ReturnType<typeof node>[],
  ways: readonly ReturnType<typeof way>[] = [],
): Diagram => ({
  nodes: Object.fromEntries(nodes.map((each) => [each.id, each])),
  connections: Object.fromEntries(ways.map((each) => [each.id, each])),
});

const base = diagramOf([node('a', 'one'), node('b', 'two')], [way('a', 'b')]);

describe('puts together', () => {
  it('[CO52] edits of different blocks', () => {
    const mine = diagramOf([node('a', 'mine'), node('b', 'two')], [way('a', 'b')]);
    const theirs = diagramOf([node('a', 'one'), node('b', 'two'), node('c', 'new')], [way('a', 'b'), way('b', 'c')]);
    expect(mergeDiagrams(base, mine, theirs, 'mine')).toEqual({
      diagram: diagramOf([node('a', 'mine'), node('b', 'two'), node('c', 'new')], [way('a', 'b'), way('b', 'c')]),
      conflicts: [],
    });
  });

  it('[CO52] different members of one block', () => {
    const mine = diagramOf([node('a', 'mine'), node('b', 'two')], [way('a', 'b')]);
    const theirs = diagramOf([node('a', 'one', { name: 'Hi' }), node('b', 'two')], [way('a', 'b')]);
    const merge = mergeDiagrams(base, mine, theirs, 'theirs');
    expect(merge.conflicts).toEqual([]);
    expect(merge.diagram.nodes['a']).toEqual(node('a', 'mine', { name: 'Hi' }));
  });

  it('[CO52] the same change of both', () => {
    const both = diagramOf([node('a', 'same'), node('b', 'two')], [way('a', 'b')]);
    expect(mergeDiagrams(base, both, structuredClone(both), 'mine')).toEqual({ diagram: both, conflicts: [] });
  });

  it('places on the canvas, of which mine counts', () => {
    const mine = diagramOf([node('a', 'one', { top: 5 }), node('b', 'two')], [way('a', 'b')]);
    const theirs = diagramOf([node('a', 'one', { top: 9, left: 9 }), node('b', 'two')], [way('a', 'b')]);
    const merge = mergeDiagrams(base, mine, theirs, 'theirs');
    expect(merge.conflicts).toEqual([]);
    expect(merge.diagram.nodes['a']).toEqual(node('a', 'one', { top: 5, left: 9 }));
  });

  it('members of the diagram itself', () => {
    const merge = mergeDiagrams(base, { ...base, mine: 1 }, { ...base, theirs: 2 }, 'mine');
    expect(merge).toEqual({ diagram: { ...base, mine: 1, theirs: 2 }, conflicts: [] });
  });
});

describe('reports', () => {
  it.for(['mine', 'theirs'] as const)('the same param changed by both, and takes that of %s', (prefer) => {
    const mine = diagramOf([node('a', 'mine'), node('b', 'two')], [way('a', 'b')]);
    const theirs = diagramOf([node('a', 'theirs'), node('b', 'two')], [way('a', 'b')]);
    const merge = mergeDiagrams(base, mine, theirs, prefer);
    expect(merge.conflicts).toEqual([{ map: 'nodes', id: 'a', members: ['params.text'] }]);
    expect(merge.diagram.nodes['a']).toEqual(node('a', prefer));
  });

  it('[CO52] a block that one removed and the other edited, and leaves no connection of it', () => {
    const mine = diagramOf([node('a', 'one')]);
    const theirs = diagramOf([node('a', 'one'), node('b', 'theirs')], [way('a', 'b')]);
    const merge = mergeDiagrams(base, mine, theirs, 'mine');
    expect(merge.conflicts).toEqual([{ map: 'nodes', id: 'b', members: [] }]);
    expect(merge.diagram).toEqual(diagramOf([node('a', 'one')]));
  });
});

it('[CO52] leaves out a connection to a block that the other removed', () => {
  const three = diagramOf([node('a', 'one'), node('b', 'two'), node('c', 'three')], [way('a', 'b')]);
  const mine = diagramOf([node('a', 'one'), node('b', 'two'), node('c', 'three')], [way('a', 'b'), way('b', 'c')]);
  const theirs = diagramOf([node('a', 'one'), node('b', 'two')], [way('a', 'b')]);
  expect(mergeDiagrams(three, mine, theirs, 'mine').diagram).toEqual(theirs);
});
