import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrandEngine, createEngine, permissions } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import type { Storage } from '@botwright/core/ports';
import { sqliteStorage } from '@botwright/storage-sqlite';
import { type DiagramShape, diagramShapes } from './diagram-shapes.ts';
import { quantile } from './median.ts';

/**
 * One edit of one block through the engine: of a draft of 10, 1,000 and 10,000 blocks in turn, so that whatever else
 * the machine does meets all of them alike. Arguments: rounds, then shapes; default 60 rounds of all shapes.
 */

const sizes = [10, 1_000, 10_000] as const;
const [givenRounds, ...givenShapes] = process.argv.slice(2);
const rounds = Number(givenRounds ?? 60);
const wanted = givenShapes.length > 0 ? givenShapes : Object.keys(diagramShapes);

interface Arm {
  readonly size: number;
  readonly bot: string;
  /** Ids of blocks that are edited in turn. */
  readonly blocks: readonly string[];
  readonly times: number[];
}

async function prepare(caller: BrandEngine, shape: DiagramShape, size: number): Promise<Arm> {
  const { id: bot } = await caller.bots.create({ name: `${size}`, channelFamily: 'native' });
  const diagram = shape(size);
  await caller.drafts.replace(bot, diagram);
  return { size, bot, blocks: Object.keys(diagram.nodes).filter((key) => key !== 'hidden'), times: [] };
}

type Edit = (round: number) => Parameters<BrandEngine['drafts']['editBlock']>[2];

const edits: Readonly<Record<string, Edit>> = {
  move: (round) => ({ top: round, left: round * 2 }),
  rename: (round) => ({ name: `Block ${round}` }),
};

async function measure(storage: Storage, title: string, shape: DiagramShape): Promise<void> {
  const engine = createEngine({ storage });
  const caller = engine.as({ brand: 'bench', person: 1, workspaces: [1], permissions });
  const arms: Arm[] = [];
  for (const size of sizes) arms.push(await prepare(caller, shape, size));
  for (const [name, edit] of Object.entries(edits)) {
    for (let round = -5; round < rounds; round += 1) {
      for (const { bot, blocks, times } of arms) {
        const block = blocks[(Math.abs(round) * 7_919) % blocks.length] as string;
        const startedAt = performance.now();
        await caller.drafts.editBlock(bot, block, edit(round));
        if (round >= 0) times.push(performance.now() - startedAt);
      }
    }
    const base = quantile((arms[0] as Arm).times, 0.5);
    const cells = arms.map(({ size, times }) => {
      const [low, middle, high] = [0.1, 0.5, 0.9].map((share) => quantile(times, share)) as [number, number, number];
      return `${size}: ${middle.toFixed(2)} ms (${low.toFixed(2)}–${high.toFixed(2)}), ÷ ${(middle / base).toFixed(1)}`;
    });
    console.log(`${title}, ${name}: ${cells.join('; ')}`);
    for (const { times } of arms) times.length = 0;
  }
  await engine.close();
}

for (const [name, shape] of Object.entries(diagramShapes)) {
  if (!wanted.includes(name)) continue;
  const folder = mkdtempSync(join(tmpdir(), 'botwright-bench-'));
  try {
    await measure(sqliteStorage({ file: join(folder, 'bots.db') }), `${name}, SQLite`, shape);
    await measure(memoryStorage(), `${name}, memory`, shape);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
