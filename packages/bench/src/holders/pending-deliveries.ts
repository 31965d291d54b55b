import { createEngine } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { aesCipher } from '@botwright/core/node';
import { undiciSender } from '@botwright/sender-undici';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { addPending } from './add-pending.ts';
import { hold } from './hold.ts';

/** Holds a running engine with this many deliveries that are due much later. It adds them, unless the file has them. */
const [file = '', isFilling = 'fill', count = '0', targets = '1', characters = '400'] = process.argv.slice(2);
const storage = file === 'memory' ? memoryStorage() : sqliteStorage({ file });
const cipher = aesCipher({ keys: [{ id: 'bench', key: new Uint8Array(32) }] });
const engine = createEngine({ storage, cipher, sender: undiciSender(), userAgentBrand: 'bench' });
await engine.configure([{ name: 'bench', plan: 'business', workspaces: [1], tokens: [] }]);

if (isFilling === 'fill')
  await addPending(storage, { count: Number(count), targets: Number(targets), characters: Number(characters) });
engine.startWorkers({ isAlone: true });
await hold();
