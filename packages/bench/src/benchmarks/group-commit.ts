import { join } from 'node:path';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { diagramShapes } from '../diagrams/diagram-shapes.ts';
import { defineBenchmark } from '../harness/benchmark.ts';
import { rateOf, repeatAtOnce } from '../harness/load.ts';
import { engineOf } from '../servers/bench-engine.ts';

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
      const { engine, caller } = engineOf({ storage: sqliteStorage({ file: join(folder(), 'bots.db') }) });
      const bots: string[] = [];
      for (let index = 0; index < writers; index += 1) {
        bots.push((await caller.bots.create({ name: `Bot ${index}`, channelFamily: 'native' })).id);
      }
      const count = writers * writes;
      const arm = (title: string, atOnce: number) => ({
        name: title,
        measure: async () => ({
          'drafts per second': await rateOf(count, () =>
            repeatAtOnce(count, atOnce, (write, author) =>
              caller.drafts.replace(bots[atOnce === 1 ? write % writers : author] as string, diagram),
            ),
          ),
        }),
      });
      await compare({
        title: `${name}, ${writers} authors of drafts of ${blocks} blocks, ${JSON.stringify(diagram).length} bytes`,
        arms: [arm('at once', writers), arm('one by one', 1)],
        ratios: [{ of: 'at once', to: 'one by one', atLeast: 4, aim: 6 }],
        // Until every history is full and the file no longer grows.
        warmUp: 3,
      });
      await engine.close();
    }
  },
});
