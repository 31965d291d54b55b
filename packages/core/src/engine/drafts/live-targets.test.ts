import { expect, it } from 'vitest';
import type { Load } from '../records/loads.ts';
import { liveTargets } from './live-targets.ts';

type Finding = Generator<readonly Load[], unknown, readonly unknown[]>;

const version = { diagramJson: JSON.stringify({ nodes: { a: { id: 'a' }, b: { id: 'b' } } }) };

/** @returns How many versions it loaded. */
function finish(finding: Finding, step = finding.next([])): number {
  let loaded = 0;
  let next = step;
  while (next.done !== true) {
    loaded += next.value.filter(({ kind }) => kind === 'version').length;
    next = finding.next(
      next.value.map((load) => (load.kind === 'version' ? version : (load as { botId: string }).botId)),
    );
  }
  return loaded;
}

it('[DR52] a version that several use-cases load concurrently counts once in the cache', () => {
  const live = liveTargets(5);
  const findings = Array.from({ length: 8 }, () => live.find('v1'));
  const begun = findings.map((finding) => {
    finding.next([]);
    return finding.next(['v1']);
  });
  for (const [index, finding] of findings.entries()) finish(finding, begun[index]);
  // Two versions of two blocks each have room.
  expect(finish(live.find('v2'))).toBe(1);
  expect([finish(live.find('v1')), finish(live.find('v2'))]).toEqual([0, 0]);
  expect(finish(live.find('v3'))).toBe(1);
  expect([finish(live.find('v2')), finish(live.find('v3')), finish(live.find('v1'))]).toEqual([0, 0, 1]);
});
