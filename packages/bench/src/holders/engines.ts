import { join } from 'node:path';
import { createEngine, permissions } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { aesCipher } from '@botwright/core/node';
import { conversationRunner } from '@botwright/core/runner';
import { undiciSender } from '@botwright/sender-undici';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { realisticDiagram } from '../diagrams/realistic-diagram.ts';
import { hold } from './hold.ts';

/** Holds this many running engines, each with a separate store and a published bot. */
const [folder = '', count = '1', blocks = '60'] = process.argv.slice(2);
const cipher = aesCipher({ keys: [{ id: 'bench', key: new Uint8Array(32) }] });
for (let index = 0; index < Number(count); index += 1) {
  const storage = folder === 'memory' ? memoryStorage() : sqliteStorage({ file: join(folder, `${count}-${index}.db`) });
  const runner = conversationRunner();
  const engine = createEngine({ storage, cipher, runner, sender: undiciSender(), userAgentBrand: 'bench' });
  await engine.configure([{ name: 'bench', plan: 'business', workspaces: [1], tokens: [] }]);
  const caller = engine.as({ brand: 'bench', person: 1, workspaces: [1], permissions });
  const diagram = realisticDiagram(Number(blocks));
  const { id } = await caller.bots.create({ name: 'Bot', channelFamily: 'native', diagram });
  await caller.versions.publish(id);
  engine.startWorkers({ isAlone: true });
}
await hold();
