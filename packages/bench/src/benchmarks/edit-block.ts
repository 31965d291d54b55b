import { join } from 'node:path';
import type { BrandEngine } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { type DiagramShape, diagramShapes } from '../diagrams/diagram-shapes.ts';
import { type Arm, defineBenchmark, type Promised } from '../harness/benchmark.ts';
import { engineOf } from '../servers/bench-engine.ts';

type Edit = (round: number) => Parameters<BrandEngine['drafts']['editBlock']>[2];

const edits: Readonly<Record<string, Edit>> = {
  move: (round) => ({ top: round, left: round * 2 }),
  rename: (round) => ({ name: `Block ${round}` }),
};

/** By blocks, to a draft of ten. */
const bounds: Readonly<Record<number, Pick<Promised, 'atMost' | 'aim'>>> = {
  1000: { atMost: 4, aim: 2 },
  10000: { atMost: 10, aim: 3 },
};

/** The default memory for drafts in the engine; a draft takes at least four bytes for each character. */
const maxCachedDraftBytes = 64 * 1024 * 1024;
const bytesOfCharacter = 4;

async function editArm(caller: BrandEngine, shape: DiagramShape, size: number, edit: Edit): Promise<Arm> {
  const { id } = await caller.bots.create({ name: `${size}`, channelFamily: 'native' });
  const diagram = shape(size);
  await caller.drafts.replace(id, diagram);
  const blocks = Object.keys(diagram.nodes).filter((key) => key !== 'hidden');
  return {
    name: `${size} blocks`,
    size,
    run: (round) => caller.drafts.editBlock(id, blocks[((round + 10) * 7_919) % blocks.length] as string, edit(round)),
  };
}

export const benchmark = defineBenchmark({
  name: 'edit-block',
  chapter: 'drafts',
  measures: 'One edit of one block through the engine, by the number of blocks of the draft.',
  options: {
    blocks: { about: 'blocks of a draft', values: [10, 1_000, 10_000], full: [10, 100, 1_000, 10_000] },
    shape: { about: 'shapes of the drafts', words: Object.keys(diagramShapes) },
    store: { about: 'stores', words: ['SQLite', 'memory'] },
  },
  async run({ options: { blocks, shape, store }, folder, compare, note }) {
    for (const name of shape) {
      const forgotten = blocks.filter((count) => {
        const characters = JSON.stringify(diagramShapes[name]?.(count)).length;
        if (characters * bytesOfCharacter <= maxCachedDraftBytes) return false;
        note(
          `${name}, ${count} blocks: ${characters} characters, more than an engine remembers by default, so nothing is promised`,
        );
        return true;
      });
      for (const kind of store) {
        const storage = kind === 'memory' ? memoryStorage() : sqliteStorage({ file: join(folder(), 'bots.db') });
        const { engine, caller } = engineOf({ storage });
        for (const [title, edit] of Object.entries(edits)) {
          const arms: Arm[] = [];
          for (const size of blocks) {
            arms.push(await editArm(caller, diagramShapes[name] as DiagramShape, size, edit));
          }
          const [smallest, ...larger] = arms.toSorted((a, b) => (a.size ?? 0) - (b.size ?? 0));
          const to = smallest?.name ?? '';
          await compare({
            title: `${name}, ${kind}, ${title}`,
            arms,
            ratios: larger.map((arm) => ({
              of: arm.name,
              to,
              // The promise compares with ten blocks.
              ...(smallest?.size === 10 && !forgotten.includes(arm.size ?? 0) && bounds[arm.size ?? 0]),
            })),
            warmUp: 5,
            timesRepeats: 6,
          });
        }
        await engine.close();
      }
    }
  },
});
