import fc from 'fast-check';
import { expect, it } from 'vitest';
import { catalog } from '../../../test/check-fixture.ts';
import { connection, diagramOf, node } from '../../../test/diagram-fixture.ts';
import { isCall, openOutputs, returnOutput } from './block-facts.ts';
import { callsOf } from './calls.ts';
import { type DiagramIndex, indexDiagram, isBlock, type Link, type NodeEntry } from './diagram-index.ts';
import { jumpTargetsOf } from './jumps.ts';

const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
const block = fc.oneof(
  fc.constantFrom(['chat', { text: 'Hi' }], ['var_text', { text: 'Well?' }], ['go_back', {}], ['close_chat', {}]),
  fc.constantFrom(...ids, 'none').map((to) => ['bot_link', { bot: 7, node: to, mode: 'call' }] as const),
  fc.constantFrom(...ids).map((to) => ['bot_link', { bot: 7, node: to }] as const),
);
const diagrams = fc
  .tuple(
    fc.array(block, { minLength: 1, maxLength: ids.length }),
    fc.array(
      fc.tuple(fc.constantFrom(...ids), fc.constantFrom('$success', '$failed'), fc.constantFrom(...ids, 'none')),
      {
        maxLength: 8,
      },
    ),
  )
  .map(([blocks, ends]) =>
    diagramOf(
      blocks.map(([template, params], at) => node(ids[at] as string, template as string, params)),
      ends.map((each) => connection(...each)),
    ),
  );

function* linksOf(entry: NodeEntry): Generator<Link> {
  for (let link = entry.leaving; link !== undefined; link = link.nextLeaving) yield link;
}

/** The blocks from which a call returns: visits all blocks until none is added. */
function slowReturns(index: DiagramIndex, isPassed: (entry: NodeEntry) => boolean): ReadonlySet<NodeEntry> {
  const found = new Set<NodeEntry>();
  const leadsOn = (entry: NodeEntry, of: (link: Link) => boolean) =>
    [...linksOf(entry)].some((link) => of(link) && link.target !== undefined && found.has(link.target));
  const returns = (entry: NodeEntry): boolean => {
    const [target] = jumpTargetsOf(entry, index);
    if (isCall(entry) && target !== undefined) {
      const outputs = [...linksOf(entry)].map((link) => link.connection.type);
      if (!found.has(target)) return false;
      return !outputs.includes(returnOutput) || leadsOn(entry, (link) => link.connection.type === returnOutput);
    }
    if (entry.kind?.definition.goesBack === true || (isBlock(entry) && openOutputs(entry).length > 0)) return true;
    return leadsOn(entry, () => true) || (target !== undefined && found.has(target));
  };
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const entry of index.nodes) if (isPassed(entry) && returns(entry)) found.add(entry);
  }
  return found;
}

it('[CG10][CG11] the calls that return are those that a slow and simple search finds', () => {
  const counts = { returning: 0, never: 0 };
  fc.assert(
    fc.property(diagrams, fc.subarray(ids, { minLength: 4 }), (diagram, passed) => {
      const index = indexDiagram(diagram, { catalog, channelFamily: 'native', bot: { number: 7 } });
      for (const isPassed of [undefined, ({ key }: NodeEntry) => passed.includes(key)]) {
        const calls = callsOf(index, isPassed);
        const returns = slowReturns(index, isPassed ?? (() => true));
        for (const entry of index.nodes) {
          const [target] = isCall(entry) ? jumpTargetsOf(entry, index) : [];
          const never = target !== undefined && !returns.has(target);
          counts[never ? 'never' : 'returning'] += Number(target !== undefined);
          expect(calls.neverReturns(entry)).toBe(never);
          for (const link of linksOf(entry)) {
            expect(calls.follows(link)).toBe(!never || link.connection.type !== returnOutput);
          }
        }
      }
    }),
    { seed: 20261129, numRuns: 2_000 },
  );
  expect(Math.min(counts.returning, counts.never)).toBeGreaterThan(500);
});
