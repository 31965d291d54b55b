import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aimedAt, anyChangeSet, anyDiagram } from '../../../test/arbitrary-edits.ts';
import { editContext } from '../../../test/edit-context.ts';
import { completeDiagram } from '../diagram/complete-diagram.ts';
import type { Diagram } from '../diagram/diagram.ts';
import { applyChangeSet, planChangeSet } from './apply-change-set.ts';
import { editableDiagram } from './editable-diagram.ts';
import { spliceText } from './splices.ts';

const startingPoint = fc.tuple(anyDiagram, fc.boolean()).map(([diagram, isInOrder]): Diagram => {
  const { nodes, connections, ...others } = completeDiagram(diagram, editContext).diagram;
  return isInOrder ? { nodes, ...others, connections } : { ...others, connections, nodes };
});
/** Keys that objects list before all others. */
const indexKeys = fc.constantFrom('0', '7', '4294967294', '4294967295', '01', '-1');

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

it('[ED36] edits in place give the text, the size, the problems and the removed connections of edits of whole diagrams', () => {
  const counts = { spliced: 0, outOfOrder: 0, refused: 0 };
  fc.assert(
    fc.property(
      startingPoint,
      fc.array(fc.tuple(anyChangeSet, fc.boolean(), fc.option(indexKeys)), { minLength: 1, maxLength: 8 }),
      (start, steps) => {
        let text = JSON.stringify(start);
        const editable = editableDiagram(JSON.parse(text) as Diagram, bytesOf(text));
        for (const [drawn, wantsSplices, index] of steps) {
          const before = JSON.parse(text) as Diagram;
          const aimed = aimedAt(before, drawn);
          const add = [...(aimed.blocks?.add ?? []), ...(index === null ? [] : [{ id: index, type: 'close_chat' }])];
          const changeSet = { ...aimed, blocks: { ...aimed.blocks, add } };
          const expected = applyChangeSet(before, changeSet, editContext);
          const plan = planChangeSet(editable.diagram, changeSet, editContext, editable.lookup);
          if (plan.kind === 'refused' || expected.kind === 'refused') {
            expect(plan).toEqual(expected);
            counts.refused += 1;
            continue;
          }
          expect(plan.removedConnections).toEqual(expected.removedConnections);
          const { splices, changed } = editable.apply(plan, { wantsSplices });
          for (const map of ['nodes', 'connections'] as const) {
            const [old, now] = [before[map], expected.diagram[map]];
            const differing = Object.keys({ ...old, ...now }).filter((key) => !isDeepStrictEqual(old[key], now[key]));
            expect(changed[map]).toEqual(expect.arrayContaining(differing));
          }
          const after = JSON.stringify(expected.diagram);
          expect(JSON.stringify(editable.diagram)).toBe(after);
          expect(editable.bytes()).toBe(bytesOf(after));
          expect(editable.counts).toEqual({
            nodes: Object.keys(expected.diagram.nodes).length,
            connections: Object.keys(expected.diagram.connections).length,
          });
          if (!wantsSplices) expect(splices).toBeUndefined();
          if (splices === undefined) counts.outOfOrder += Number(wantsSplices);
          else {
            expect(spliceText(text, splices)).toBe(after);
            counts.spliced += 1;
          }
          text = after;
        }
      },
    ),
    { seed: 20261123, numRuns: 1_500 },
  );
  expect(counts.spliced).toBeGreaterThan(500);
  expect(counts.outOfOrder).toBeGreaterThan(50);
  expect(counts.refused).toBeGreaterThan(50);
});

it('[ED36] what a diagram was made of stays as it was', () => {
  const given: Diagram = { nodes: { a: { id: 'a' } }, connections: {} };
  const editable = editableDiagram(Object.freeze(given), 0);
  const plan = planChangeSet(editable.diagram, { blocks: { delete: ['a'] } }, editContext, editable.lookup);
  if (plan.kind === 'planned') editable.apply(plan, { wantsSplices: false });
  expect([editable.diagram.nodes, given.nodes]).toEqual([{}, { a: { id: 'a' } }]);
});
