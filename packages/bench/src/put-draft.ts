import { type BrandEngine, createEngine, permissions } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { diagramShapes } from './diagram-shapes.ts';
import { quantile } from './median.ts';

/**
 * A whole diagram stored through the engine on the store in memory, against `JSON.parse` and `JSON.stringify` of it:
 * the least that a server has to do that reads a body and stores a text. Both take turns. Arguments: rounds, blocks, and
 * shapes; default 60 rounds of 1,000 blocks of all shapes.
 */
const [givenRounds, givenBlocks, ...givenShapes] = process.argv.slice(2);
const rounds = Number(givenRounds ?? 60);
const blocks = Number(givenBlocks ?? 1_000);
const wanted = givenShapes.length > 0 ? givenShapes : Object.keys(diagramShapes);

type Put = (caller: BrandEngine, bot: string, text: string) => Promise<unknown>;

const puts: Readonly<Record<string, Put>> = {
  'from a body': (caller, bot, text) =>
    caller.drafts.replace(bot, JSON.parse(text), { parsedFromBytes: Buffer.byteLength(text) }),
  'from a value, which is copied': (caller, bot, text) => caller.drafts.replace(bot, JSON.parse(text)),
};

async function milliseconds(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function measure(title: string, text: string, put: Put): Promise<void> {
  const engine = createEngine({ storage: memoryStorage() });
  const caller = engine.as({ brand: 'bench', person: 1, workspaces: [1], permissions });
  const { id: bot } = await caller.bots.create({ name: 'Bot', channelFamily: 'native' });
  const ratios: number[] = [];
  const [times, bases]: [number[], number[]] = [[], []];
  for (let round = -10; round < rounds; round += 1) {
    const base = await milliseconds(() => JSON.stringify(JSON.parse(text)));
    const time = await milliseconds(() => put(caller, bot, text));
    if (round < 0) continue;
    times.push(time);
    bases.push(base);
    ratios.push(time / base);
  }
  await engine.close();
  const [low, middle, high] = [0.1, 0.5, 0.9].map((share) => quantile(ratios, share).toFixed(2));
  // Other load only adds to a time, so that the fast rounds of both say most.
  const fast = (quantile(times, 0.1) / quantile(bases, 0.1)).toFixed(2);
  console.log(`${title}: ${quantile(times, 0.5).toFixed(2)} ms, ÷ ${middle} (${low}–${high}), fast rounds ÷ ${fast}`);
}

for (const [name, shape] of Object.entries(diagramShapes)) {
  if (!wanted.includes(name)) continue;
  const text = JSON.stringify(shape(blocks));
  for (const [way, put] of Object.entries(puts)) await measure(`${name}, ${text.length} bytes, ${way}`, text, put);
}
