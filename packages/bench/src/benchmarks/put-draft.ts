import type { BrandEngine } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { diagramShapes } from '../diagrams/diagram-shapes.ts';
import { defineBenchmark } from '../harness/benchmark.ts';
import { engineOf } from '../servers/bench-engine.ts';

type Put = (caller: BrandEngine, bot: string, text: string) => Promise<unknown>;

const puts: Readonly<Record<string, Put>> = {
  'from a body': (caller, bot, text) =>
    caller.drafts.replace(bot, JSON.parse(text), { parsedFromBytes: Buffer.byteLength(text) }),
  'from a value, which is copied': (caller, bot, text) => caller.drafts.replace(bot, JSON.parse(text)),
};

/** Texts of the same length that replace a block's text, one after the other. */
function changedTexts(text: string): () => string {
  const at = text.indexOf('"text":"') + '"text":"'.length;
  let round = 0;
  return () => {
    round += 1;
    return text.slice(0, at) + String(1_000 + (round % 9_000)) + text.slice(at + 4);
  };
}

export const benchmark = defineBenchmark({
  name: 'put-draft',
  chapter: 'drafts',
  measures:
    'A whole diagram stored through the engine in memory, against JSON.parse and JSON.stringify of it: the least that a server has to do that reads a body and stores a text. The text of one block differs from one to the next.',
  options: {
    blocks: { about: 'blocks of the diagram', value: 1_000 },
    shape: { about: 'shapes of the diagram', words: Object.keys(diagramShapes) },
  },
  async run({ options: { blocks, shape }, compare }) {
    for (const name of shape) {
      const text = JSON.stringify(diagramShapes[name]?.(blocks));
      const next = changedTexts(text);
      for (const [way, put] of Object.entries(puts)) {
        const { engine, caller } = engineOf({ storage: memoryStorage() });
        const { id } = await caller.bots.create({ name: 'Bot', channelFamily: 'native' });
        // The promise is for the path of an HTTP body.
        const bounds = way === 'from a body' ? { atMost: 1.5, aim: 1.2 } : {};
        await compare({
          title: `${name}, ${blocks} blocks, ${text.length} bytes, ${way}`,
          arms: [
            { name: 'engine', run: () => put(caller, id, next()) },
            { name: 'JSON', run: () => JSON.stringify(JSON.parse(next())) },
          ],
          ratios: [{ of: 'engine', to: 'JSON', ...bounds }],
          warmUp: 10,
          timesRepeats: 6,
        });
        await engine.close();
      }
    }
  },
});
