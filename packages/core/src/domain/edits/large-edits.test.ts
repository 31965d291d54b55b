import { describe, expect, it } from 'vitest';
import { applied, editContext, storedConnection, storedNode } from '../../../test/edit-context.ts';
import { type Diagram, startDiagram } from '../diagram/diagram.ts';
import { diffDiagrams, hasChanges } from '../diff/diff-diagrams.ts';
import { blocksInputSchema } from '../inputs/drafts.ts';
import { readInput } from '../inputs/read-input.ts';
import { applyChangeSet } from './apply-change-set.ts';
import { botIdsInChangeSet } from './change-set.ts';
import { addBlocks, deleteBlock, editBlock } from './single-edits.ts';

const size = 20_000;
const numbers = Array.from({ length: size }, (_, n) => n);
const next = (n: number): string => `b${(n + 1) % size}`;

const cycle: Diagram = {
  nodes: Object.fromEntries(numbers.map((n) => [`b${n}`, storedNode(`b${n}`, 'chat', { text: 'x', version: 3 })])),
  connections: Object.fromEntries(
    numbers.map((n) => [`b${n}.$success--${next(n)}`, storedConnection(`b${n}`, '$success', next(n))]),
  ),
};

describe('[ED33] a cycle of 20,000 blocks', () => {
  it('[ED33] is added at once', () => {
    const input = {
      blocks: numbers.map((n) => ({ id: `b${n}`, type: 'send_text', params: { text: 'x' }, top: 0, left: 0 })),
      connections: numbers.map((n) => ({ sourcePath: `b${n}`, type: '$success', targetPath: next(n) })),
    };
    expect(readInput(blocksInputSchema, input).ok).toBe(true);
    const { diagram } = applied(addBlocks({ nodes: {}, connections: {} }, input, editContext));
    expect(hasChanges(diffDiagrams(cycle, diagram))).toBe(false);
  });

  it('[ED33] is added without ids', () => {
    const input = { blocks: numbers.map(() => ({ type: 'close_chat' })) };
    const { diagram } = applied(addBlocks(startDiagram(), input, editContext));
    expect(Object.keys(diagram.nodes)).toHaveLength(size + 1);
    expect(diagram.nodes).toHaveProperty(`n${size - 1}`);
  });

  it('[ED33] is edited and emptied block by block', () => {
    const edited = applied(editBlock(cycle, 'b7', { params: { text: 'y' } }, editContext)).diagram;
    expect(edited.nodes['b7']).toMatchObject({ params: { text: 'y' } });
    const thinned = applied(deleteBlock(edited, 'b7'));
    expect(thinned.removedConnections).toHaveLength(2);
    expect(Object.keys(thinned.diagram.connections)).toHaveLength(size - 2);
  });

  it('[ED33] is changed all at once', () => {
    const changeSet = {
      blocks: {
        update: numbers.filter((n) => n % 2 === 0).map((n) => ({ id: `b${n}`, params: { text: 'y' }, top: n })),
        delete: numbers.filter((n) => n % 2 === 1).map((n) => `b${n}`),
      },
    };
    expect(botIdsInChangeSet(cycle, changeSet, editContext.catalog)).toEqual([]);
    const { diagram, removedConnections } = applied(applyChangeSet(cycle, changeSet, editContext));
    expect(Object.keys(diagram.nodes)).toHaveLength(size / 2);
    expect(diagram.connections).toEqual({});
    expect(removedConnections).toHaveLength(size);
  });

  it('[ED33] is refused with every problem', () => {
    const result = applyChangeSet(
      cycle,
      { blocks: { add: numbers.map((n) => ({ id: `b${n}`, type: 'x' })) } },
      editContext,
    );
    expect(result.kind === 'refused' && result.violations).toHaveLength(2 * size);
  });

  it('[ED33] one block with 20,000 buttons is connected by each', () => {
    const buttons = numbers.map((n) => ({ id: `${n}` }));
    const { diagram } = applied(
      addBlocks(
        { nodes: {}, connections: {} },
        {
          blocks: [{ id: 'a', type: 'buttons', params: { buttons } }],
          connections: numbers.map((n) => ({ sourcePath: 'a', type: `$${n}`, targetPath: 'a' })),
        },
        editContext,
      ),
    );
    const dropped = editBlock(diagram, 'a', { params: { buttons: [] } }, editContext);
    expect(dropped.kind === 'refused' && dropped.violations).toHaveLength(size);
  });

  it('[ED33] 20,000 connections that want one id get different ones', () => {
    const add = numbers.map((n) => ({ id: 'x', sourcePath: 'b0', type: '$success', targetPath: `b${n}` }));
    const result = applyChangeSet(cycle, { connections: { add } }, editContext);
    expect(result.kind === 'refused' && result.violations).toHaveLength(1);
  });

  it('[DF8] is compared', () => {
    const other = { nodes: { ...cycle.nodes, b0: 5 }, connections: {} };
    const { blocks, connections } = diffDiagrams(cycle, other);
    expect(blocks.changed.map(({ id }) => id)).toEqual(['b0']);
    expect(connections.removed).toHaveLength(size);
  });
});
