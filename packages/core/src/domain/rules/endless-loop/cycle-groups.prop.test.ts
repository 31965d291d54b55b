import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { cycleGroups, type Graph } from './cycle-groups.ts';

type Edge = readonly [from: number, to: number];

function graphOf(count: number, edges: readonly Edge[]): Graph {
  const bySource = Array.from({ length: count }, (_, at) => edges.filter(([from]) => from === at));
  const starts = Int32Array.of(0, ...bySource.map((_, at) => bySource.slice(0, at + 1).flat().length));
  return { count, starts, targets: Int32Array.from(bySource.flat(), ([, to]) => to) };
}

/** Finds the groups with Warshall's transitive closure. */
function naiveGroups(count: number, edges: readonly Edge[]): readonly (readonly number[])[] {
  const all = Array.from({ length: count }, (_, at) => at);
  const reaches = all.map((from) => all.map((to) => edges.some(([a, b]) => a === from && b === to)));
  for (const via of all) {
    for (const from of all) {
      for (const to of all) if (reaches[from]?.[via] && reaches[via]?.[to]) (reaches[from] as boolean[])[to] = true;
    }
  }
  const onCycle = all.filter((at) => reaches[at]?.[at]);
  const groups = onCycle.map((at) => onCycle.filter((other) => reaches[at]?.[other] && reaches[other]?.[at]));
  return groups.filter((group, nth) => group[0] === onCycle[nth]);
}

const graphs = fc
  .integer({ min: 1, max: 12 })
  .chain((count) =>
    fc.tuple(
      fc.constant(count),
      fc.array(fc.tuple(fc.nat({ max: count - 1 }), fc.nat({ max: count - 1 })), { maxLength: 30 }),
    ),
  );

it('[RU51] the groups equal the groups found by reachability', () => {
  void fc.assert(
    fc.property(graphs, ([count, edges]) => {
      const found = cycleGroups(graphOf(count, edges)).map((members) => [...members]);
      expect(found.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))).toEqual(naiveGroups(count, edges));
    }),
    { seed: 20261121, numRuns: 2_000 },
  );
});

it.for([
  ['a chain', 60_000, false],
  ['a cycle', 60_000, true],
] as const)('[RU11] %s of %i members does not overflow', ([, count, isClosed]) => {
  const starts = Int32Array.from({ length: count + 1 }, (_, at) => (at === count && !isClosed ? at - 1 : at));
  const targets = Int32Array.from({ length: count }, (_, at) => (at + 1) % count);
  expect(cycleGroups({ count, starts, targets }).map(({ length }) => length)).toEqual(isClosed ? [count] : []);
});
