import { join } from 'node:path';
import { memoryStorage } from '@botwright/core/memory';
import { conversationRunner } from '@botwright/core/runner';
import { undiciSender } from '@botwright/sender-undici';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { realisticDiagram } from '../diagrams/realistic-diagram.ts';
import { benchEngine } from '../servers/bench-engine.ts';
import { hold } from './hold.ts';

/** Holds this many running engines, each with a separate store and a published bot. */
const [folder = '', count = '1', blocks = '60'] = process.argv.slice(2);
for (let index = 0; index < Number(count); index += 1) {
  const storage = folder === 'memory' ? memoryStorage() : sqliteStorage({ file: join(folder, `${count}-${index}.db`) });
  const { engine, caller } = await benchEngine({ storage, runner: conversationRunner(), sender: undiciSender() });
  const diagram = realisticDiagram(Number(blocks));
  const { id } = await caller.bots.create({ name: 'Bot', channelFamily: 'native', diagram });
  await caller.versions.publish(id);
  engine.startWorkers({ isAlone: true });
}
await hold();
