import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aimedAt, anyChangeSet, anyDiagram } from '../../../test/arbitrary-edits.ts';
import { editContext } from '../../../test/edit-context.ts';
import { describeOutcome } from '../../../test/edit-oracle.ts';
import { completeDiagram } from '../diagram/complete-diagram.ts';
import type { Diagram } from '../diagram/diagram.ts';
import { diffDiagrams } from '../diff/diff-diagrams.ts';
import { isEqualJson, isJsonObject } from '../json/json-value.ts';
import { applyChangeSet } from './apply-change-set.ts';
import type { ChangeSet } from './change-set.ts';
import type { BlockEditResult } from './edit-result.ts';
import { withFreePlaces } from './free-places.ts';
import { addBlocks, deleteBlock, editBlock } from './single-edits.ts';

const settings = { seed: 20261121, numRuns: 400 };
const startingPoint = anyDiagram.map((diagram) => completeDiagram(diagram, editContext).diagram);

/** Throws if an edit and the oracle differ; returns the diagram to continue with. */
function compare(before: Diagram, changeSet: ChangeSet, result: BlockEditResult): Diagram {
  const expected = describeOutcome(before, changeSet);
  if (result.kind !== 'applied' || expected.kind !== 'applied') {
    const problems =
      result.kind === 'refused' ? result.violations.map(({ code, pointer }) => `${code} ${pointer}`) : [];
    expect({ kind: result.kind, problems: problems.sort() }).toEqual({ ...expected });
    return before;
  }
  expect(result.removedConnections).toEqual(expected.removedConnections);
  if (!isEqualJson(result.diagram, expected.diagram)) expect(result.diagram).toEqual(expected.diagram);
  expect(isEqualJson(result.diagram, expected.diagram)).toBe(true);
  return result.diagram;
}

it('[ED1][ED2][ED7][ED8][ED9][ED12][ED13][ED16][ED18][ED20][ED21][ED29][ED32] any sequence of change sets gives the same result as the slow oracle', () => {
  const kinds = { applied: 0, refused: 0, absent: 0 };
  fc.assert(
    fc.property(startingPoint, fc.array(anyChangeSet, { minLength: 1, maxLength: 6 }), (start, sets) => {
      let diagram = start;
      for (const drawn of sets) {
        const changeSet = aimedAt(diagram, drawn);
        const text = JSON.stringify([diagram, changeSet]);
        const result = applyChangeSet(diagram, changeSet, editContext);
        expect(JSON.stringify([diagram, changeSet])).toBe(text);
        kinds[result.kind] += 1;
        diagram = compare(diagram, changeSet, result);
      }
    }),
    settings,
  );
  expect(kinds.applied).toBeGreaterThan(200);
  expect(kinds.refused).toBeGreaterThan(200);
});

it('[ED22][ED23][ED24][ED32] any sequence of single edits gives the same result as the slow oracle', () => {
  const kinds = { applied: 0, refused: 0, absent: 0 };
  fc.assert(
    fc.property(startingPoint, fc.array(anyChangeSet, { minLength: 1, maxLength: 6 }), (start, sets) => {
      let diagram = start;
      for (const drawn of sets) {
        const { blocks: { add = [], update = [], delete: deleted = [] } = {}, connections } = aimedAt(diagram, drawn);
        // The oracle gets the positions of blocks without one.
        const addition = {
          blocks: { add: withFreePlaces(diagram, add, editContext.catalog) },
          connections: { add: connections?.add ?? [] },
        };
        diagram = compare(
          diagram,
          addition,
          addBlocks(diagram, { blocks: add, connections: addition.connections.add }, editContext),
        );

        for (const { id, ...edit } of update) {
          const result = editBlock(diagram, id, edit, editContext);
          const isThere = Object.entries(diagram.nodes).some(([key, node]) => key === id && isJsonObject(node));
          kinds[result.kind] += 1;
          expect(result.kind === 'absent').toBe(!isThere);
          if (isThere) diagram = compare(diagram, { blocks: { update: [{ ...edit, id }] } }, result);
        }
        for (const id of deleted) {
          const result = deleteBlock(diagram, id);
          kinds[result.kind] += 1;
          expect(result.kind).toBe(Object.keys(diagram.nodes).includes(id) ? 'applied' : 'absent');
          if (result.kind === 'applied') diagram = compare(diagram, { blocks: { delete: [id] } }, result);
        }
      }
    }),
    settings,
  );
  expect(Math.min(kinds.applied, kinds.absent, kinds.refused)).toBeGreaterThan(10);
});

it('[ED1] the order inside a set does not matter', () => {
  const shuffled = <T>(list: readonly T[] | undefined) =>
    list === undefined ? fc.constant(undefined) : fc.shuffledSubarray([...list], { minLength: list.length });
  const setAndShuffled = fc.tuple(startingPoint, anyChangeSet).chain(([diagram, drawn]) => {
    const { blocks = {}, connections = {} } = aimedAt(diagram, drawn);
    const named = blocks.add?.map((block) => ({ id: 'new', ...block }));
    const set = { blocks: { ...blocks, ...(named && { add: named }) }, connections };
    return fc
      .tuple(
        shuffled(named),
        shuffled(blocks.update),
        shuffled(blocks.delete),
        shuffled(connections.add),
        shuffled(connections.delete),
      )
      .map(([add = [], update = [], deleted = [], wanted = [], unwanted = []]) => ({
        diagram,
        set,
        other: { blocks: { add, update, delete: deleted }, connections: { add: wanted, delete: unwanted } },
      }));
  });
  fc.assert(
    fc.property(setAndShuffled, ({ diagram, set, other }) => {
      const [one, two] = [applyChangeSet(diagram, set, editContext), applyChangeSet(diagram, other, editContext)];
      if (one.kind === 'refused' || two.kind === 'refused') {
        const places = (result: typeof one) =>
          result.kind === 'refused' ? result.violations.map(({ code, pointer }) => `${code} ${pointer}`).sort() : [];
        expect(places(one)).toEqual(places(two));
        return;
      }
      expect(isEqualJson(one.diagram, two.diagram)).toBe(true);
      expect(one.removedConnections).toEqual(two.removedConnections);
    }),
    { ...settings, numRuns: 1_000 },
  );
});

it('[ED21] removedConnections is the difference of the connections before and after', () => {
  fc.assert(
    fc.property(startingPoint, anyChangeSet, (diagram, drawn) => {
      const result = applyChangeSet(diagram, aimedAt(diagram, drawn), editContext);
      if (result.kind === 'refused') return;
      const { removed, changed } = diffDiagrams(diagram, result.diagram).connections;
      const gone = new Map([
        ...removed.map(({ id, value }) => [id, value] as const),
        ...changed.map(({ id, before }) => [id, before] as const),
      ]);
      const inOrder = Object.keys(diagram.connections).flatMap((key) => (gone.has(key) ? [gone.get(key)] : []));
      expect(result.removedConnections).toEqual(inOrder.filter((value) => value !== undefined && isJsonObject(value)));
    }),
    settings,
  );
});

it('[ED30][ED32] the result is frozen, and entries that are not named keep their identity', () => {
  fc.assert(
    fc.property(startingPoint, anyChangeSet, (diagram, set) => {
      const result = applyChangeSet(diagram, set, editContext);
      if (result.kind === 'refused') return;
      const { add = [], update = [], delete: deleted = [] } = set.blocks ?? {};
      const named = new Set([...add.map(({ id }) => id), ...update.map(({ id }) => id), ...deleted]);
      for (const [id, node] of Object.entries(diagram.nodes)) {
        if (!named.has(id)) expect(Object.entries(result.diagram.nodes).find(([key]) => key === id)?.[1]).toBe(node);
      }
      const pending: unknown[] = [result.diagram];
      for (let value = pending.pop(); pending.length > 0 || value !== undefined; value = pending.pop()) {
        if (typeof value !== 'object' || value === null) continue;
        expect(Object.isFrozen(value)).toBe(true);
        pending.push(...Object.values(value).filter((member) => member !== undefined));
      }
    }),
    settings,
  );
});
