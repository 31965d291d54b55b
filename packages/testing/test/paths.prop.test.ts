import type { Diagram } from '@botwright/core/diagram';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coveringPaths, runScenario, scenarioSkeletons, shortestPaths, type Way } from '../src/index.ts';
import { type BlockSketch, diagramOf } from './diagram-of.ts';

const kinds: readonly BlockSketch[] = [
  ['ask_yes_no', { text: 'So?', destination: 'so' }],
  ['send_text', { text: 'Well.' }],
  ['conditions', { conditions: [{ field: 'so', operator: 'is', value: 'true' }] }],
  ['ask_email', { text: 'Your email?', destination: 'email' }],
  ['webhook', { url: 'https://example.org/', destination: 'answer' }],
  ['bot_link', { bot: 1, node: 'b2' }],
  ['close_chat', { text: 'Bye.' }],
];
const outputs = ['$yes', '$no', '$success', '$failed', 'true', 'false'];
const most = 12;
const idOf = (at: number) => (at === 0 ? 'welcome' : `b${at}`);

/** Any bot of these blocks, with loops, unreachable blocks, and unconnected outputs. */
const bot: fc.Arbitrary<Diagram> = fc
  .record({
    blocks: fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: most }),
    targets: fc.array(fc.nat(most + 2), { minLength: most * outputs.length, maxLength: most * outputs.length }),
  })
  .map(({ blocks, targets }) => {
    const nodes = Object.fromEntries(blocks.map((block, at): [string, BlockSketch] => [idOf(at), block]));
    const ends = targets.flatMap((target, at) => {
      const source = Math.floor(at / outputs.length);
      const isThere = source < blocks.length && target < blocks.length;
      return isThere ? [`${idOf(source)}.${outputs[at % outputs.length]}--${idOf(target)}`] : [];
    });
    return diagramOf(nodes, ends);
  });

const keyOf = ({ block, output }: Way) => `${block} ${output}`;

describe('paths of any bot', () => {
  it('[TE50][TE51] begin at the greeting, go on where the last way ended, and take every output', () => {
    fc.assert(
      fc.property(bot, (diagram) => {
        const shortest = shortestPaths(diagram);
        const paths = coveringPaths(diagram);
        for (const path of [...paths, ...shortest.values()]) {
          const led = ['welcome', ...path.map(({ to }) => to)].slice(0, path.length);
          expect(path.map(({ block }) => block)).toEqual(led);
        }
        const reached = new Set(['welcome', ...paths.flat().flatMap(({ to }) => to ?? [])]);
        expect(reached).toEqual(new Set(shortest.keys()));
        const taken = new Set(paths.flat().map(keyOf));
        for (const block of reached) {
          for (const output of outputsIn(diagram, block)) expect(taken).toContain(`${block} ${output}`);
        }
      }),
      { seed: 10, numRuns: 300 },
    );
  });

  it('[TE52][TE53] give skeletons that pass', () => {
    fc.assert(
      fc.property(bot, (diagram) => {
        for (const { scenario } of scenarioSkeletons(diagram, { unchecked: true })) {
          expect(runScenario(scenario, diagram, { unchecked: true }).failure).toBeUndefined();
        }
      }),
      { seed: 10, numRuns: 100 },
    );
  });
});

const outputsOf: Readonly<Record<string, readonly string[]>> = {
  yes_no: ['$yes', '$no'],
  chat: ['$success'],
  conditions: ['true', 'false'],
  var_email: ['$success'],
  webhook: ['$success', '$failed'],
};

function outputsIn({ nodes }: Diagram, block: string): readonly string[] {
  const { template } = nodes[block] as { readonly template: string };
  return outputsOf[template] ?? [];
}
