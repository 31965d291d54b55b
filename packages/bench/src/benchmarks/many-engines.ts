import { defineBenchmark } from '../harness/benchmark.ts';
import { growth } from '../harness/compare.ts';
import { memoryOf } from '../holders/hold.ts';

export const benchmark = defineBenchmark({
  name: 'many-engines',
  chapter: 'size',
  measures:
    'The memory of a process by the number of engines that run in it, each with workers, a store and a published bot of its own.',
  options: {
    engines: { about: 'engines in one process', values: [1, 10, 100] },
    blocks: { about: 'blocks of a bot', value: 60 },
    store: { about: 'stores', words: ['SQLite', 'memory'] },
  },
  async run({ options: { engines, blocks, store }, folder, compare }) {
    for (const kind of store) {
      const arms = engines.map((size) => ({
        name: `${size} engines`,
        size,
        measure: () => memoryOf('./engines.ts', kind === 'memory' ? 'memory' : folder(), size, blocks),
      }));
      await compare({ title: kind, arms, ratios: [growth(arms)], warmUp: 0, maxRepeats: 5 });
    }
  },
});
