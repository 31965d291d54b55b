import { join } from 'node:path';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { defineBenchmark } from '../harness/benchmark.ts';
import { growth } from '../harness/compare.ts';
import { renderNumber } from '../harness/render-text.ts';
import { addPending, type Pending } from '../holders/add-pending.ts';
import { memoryOf } from '../holders/hold.ts';

/**
 * Fills files by their number of deliveries. The measured server starts later: filling takes a different amount of
 * memory.
 */
async function fillFiles(files: ReadonlyMap<number, string>, about: Omit<Pending, 'count'>): Promise<void> {
  for (const [count, file] of files) {
    const storage = sqliteStorage({ file });
    await addPending(storage, { count, ...about });
    await storage.close();
  }
}

export const benchmark = defineBenchmark({
  name: 'pending-memory',
  chapter: 'size',
  measures:
    'The memory of a process with a running engine whose deliveries are due much later, by their number, on both stores.',
  options: {
    rows: { about: 'pending deliveries', values: [0, 100_000], full: [0, 1_000, 10_000, 100_000, 1_000_000] },
    targets: { about: 'webhooks among which they are divided', value: 1_000 },
    characters: { about: 'characters of a message', value: 400 },
    store: { about: 'stores', words: ['SQLite', 'memory'] },
  },
  async run({ options: { rows, targets, characters, store }, folder, compare, note }) {
    for (const kind of store) {
      const files = new Map(rows.map((size) => [size, join(folder(), 'bots.db')]));
      if (kind === 'SQLite') await fillFiles(files, { targets, characters });
      const arms = rows.map((size) => ({
        name: `${size} pending`,
        size,
        measure: () => {
          const [file, isFilling] = kind === 'memory' ? ['memory', 'fill'] : [files.get(size) as string, 'open'];
          return memoryOf('./pending-deliveries.ts', file, isFilling, size, targets, characters);
        },
      }));
      const { arms: measured } = await compare({
        title: kind,
        arms,
        ratios: kind === 'memory' ? [growth(arms)] : [growth(arms, { atMost: 2 })],
        warmUp: 0,
        maxRepeats: 3,
      });
      const [fewest, most] = [measured.at(0), measured.at(-1)];
      if (fewest?.size === undefined || most?.size === undefined || most.size <= fewest.size) continue;
      for (const unit of Object.keys(most.figures)) {
        const more = (most.figures[unit]?.median ?? 0) - (fewest.figures[unit]?.median ?? 0);
        note(`${kind}: 100,000 more take ${renderNumber((more * 100_000) / (most.size - fewest.size))} ${unit}`);
      }
    }
  },
});
