import { memoryStorage } from '@botwright/core/memory';
import { undiciSender } from '@botwright/sender-undici';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { benchEngine } from '../servers/bench-engine.ts';
import { addPending } from './add-pending.ts';
import { hold } from './hold.ts';

/** Holds a running engine with this many deliveries that are due much later. It adds them, unless the file has them. */
const [file = '', isFilling = 'fill', count = '0', targets = '1', characters = '400'] = process.argv.slice(2);
const storage = file === 'memory' ? memoryStorage() : sqliteStorage({ file });
const { engine } = await benchEngine({ storage, sender: undiciSender() });

if (isFilling === 'fill')
  await addPending(storage, { count: Number(count), targets: Number(targets), characters: Number(characters) });
engine.startWorkers({ isAlone: true });
await hold();
