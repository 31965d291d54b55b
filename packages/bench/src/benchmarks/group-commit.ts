import { join } from 'node:path';
import { type BrandEngine, createEngine, permissions } from '@botwright/core';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { diagramShapes } from '../diagrams/diagram-shapes.ts';
import { defineBenchmark } from '../harness/benchmark.ts';

export const benchmark = defineBenchmark({
  name: 'group-commit',
  chapter: 'drafts',
  measures:
    'Drafts that many authors write at once through the engine on SQLite, each its own bot, against as many writes one by one. Each is durable when it is answered.',
  options: {
    writers: { about: 'authors', value: 32 },
    writes: { about: 'writes of each author in a repeat', value: 40 },
    blocks: { about: 'blocks of a draft', value: 5 },
    shape: { about: 'shapes of the drafts', words: ['realistic', 'dense'], among: Object.keys(diagramShapes) },
  },
  async run({ options: { writers, writes, blocks, shape }, folder, compare }) {
    for (const name of shape) {
      const diagram = diagramShapes[name]?.(blocks);
      const engine = createEngine({ storage: sqliteStorage({ file: join(folder(), 'bots.db') }) });
      const caller = engine.as({ brand: 'bench', person: 1, workspaces: [1], permissions });
      const bots: string[] = [];
      for (let index = 0; index < writers; index += 1) {
        bots.push((await caller.bots.create({ name: `Bot ${index}`, channelFamily: 'native' })).id);
      }
      const rateOf = async (write: typeof writeAtOnce) => {
        const startedAt = performance.now();
        await write(caller, bots, writes, diagram);
        return { 'drafts per second': (writers * writes * 1_000) / (performance.now() - startedAt) };
      };
      await compare({
        title: `${name}, ${writers} authors of drafts of ${blocks} blocks, ${JSON.stringify(diagram).length} bytes`,
        arms: [
          { name: 'at once', measure: () => rateOf(writeAtOnce) },
          { name: 'one by one', measure: () => rateOf(writeOneByOne) },
        ],
        ratios: [{ of: 'at once', to: 'one by one', atLeast: 4, aim: 6 }],
        // Until every history is full and the file no longer grows.
        warmUp: 3,
      });
      await engine.close();
    }
  },
});

async function writeAtOnce(engine: BrandEngine, bots: readonly string[], count: number, diagram: unknown) {
  const write = async (bot: string): Promise<void> => {
    for (let index = 0; index < count; index += 1) await engine.drafts.replace(bot, diagram);
  };
  await Promise.all(bots.map(write));
}

async function writeOneByOne(engine: BrandEngine, bots: readonly string[], count: number, diagram: unknown) {
  for (let index = 0; index < count; index += 1) {
    for (const bot of bots) await engine.drafts.replace(bot, diagram);
  }
}
