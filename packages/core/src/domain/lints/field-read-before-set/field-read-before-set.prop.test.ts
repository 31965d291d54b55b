import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { connection, diagramOf, node } from '../../../../test/diagram-fixture.ts';
import { findingsOf } from '../../../../test/lint-fixture.ts';
import type { JsonObject } from '../../json/json-value.ts';

/** More names than fit into one machine word. */
const names = Array.from({ length: 40 }, (_, nth) => `f${nth}`);
const name = fc.constantFrom(...names, 'f0', 'f1', 'f0', 'f1', 'f31', 'f32');

interface Sketch {
  readonly template: 'chat' | 'set_field' | 'webhook' | 'code';
  readonly reads: readonly string[];
  readonly sets: string;
}

const sketches = fc.array(
  fc.record<Sketch>({
    template: fc.constantFrom('chat', 'chat', 'set_field', 'set_field', 'webhook', 'code'),
    reads: fc.array(name, { maxLength: 4 }),
    sets: name,
  }),
  { minLength: 1, maxLength: 7 },
);

const cases = sketches.chain((blocks) =>
  fc.tuple(
    fc.constant(blocks),
    fc.array(fc.tuple(fc.nat({ max: blocks.length - 1 }), fc.boolean(), fc.nat({ max: blocks.length - 1 })), {
      maxLength: 14,
    }),
  ),
);

const idOf = (nth: number) => (nth === 0 ? 'welcome' : `n${nth}`);

function blockOf({ template, reads, sets }: Sketch, nth: number): JsonObject {
  const text = reads.map((one) => `@{${one}}`).join(' and ');
  return node(idOf(nth), template, { text, field: sets, value: text, url: text, source: text, destination: sets });
}

function outputOf({ template }: Sketch, isFirst: boolean): string {
  if (template === 'set_field') return 'success';
  return isFirst ? '$success' : '$failed';
}

/** Searches for one Field, from the greeting, along every path on which the Field has no value yet ("bare"). */
function isBareAt(
  field: string,
  at: number,
  blocks: readonly Sketch[],
  ways: readonly (readonly [number, boolean, number])[],
) {
  const reached = new Set([0]);
  for (const here of reached) {
    const { template, sets } = blocks[here] as Sketch;
    if (template === 'code') continue;
    for (const [from, isFirst, to] of ways) {
      const isSet = sets === field && (template === 'set_field' || (template === 'webhook' && isFirst));
      if (from === here && !isSet) reached.add(to);
    }
  }
  return reached.has(at);
}

it('[LI12][LI13] the lint finds the same as a separate search for each Field', () => {
  void fc.assert(
    fc.property(cases, ([blocks, ways]) => {
      const connections = ways.map(([from, isFirst, to]) =>
        connection(idOf(from), outputOf(blocks[from] as Sketch, isFirst), idOf(to)),
      );
      const diagram = diagramOf(blocks.map(blockOf), connections);
      const found = findingsOf('field-read-before-set', diagram).map(
        ({ blockId, message }) => `${blockId} ${/Field "(\w+)"/.exec(message)?.[1]}`,
      );
      const expected = blocks.flatMap(({ reads }, nth) =>
        [...new Set(reads)]
          .filter((field) => isBareAt(field, nth, blocks, ways))
          .map((field) => `${idOf(nth)} ${field}`),
      );
      expect(found.toSorted()).toEqual(expected.toSorted());
    }),
    { seed: 20261121, numRuns: 1_000 },
  );
});
