import { createEngine } from '@botwright/core';
import { aesCipher } from '@botwright/core/node';
import { jsonFileStorage } from './json-file-storage.ts';

// Run it twice: the bots of the first run still exist.
const storage = await jsonFileStorage({ file: process.argv[2] ?? 'bots.json' });
// A persistent store needs a persistent key: store it with your secrets.
const cipher = aesCipher({ keys: [{ id: 'example', key: Buffer.alloc(32) }] });
const engine = createEngine({ storage, cipher });
await engine.configure([{ name: 'acme', plan: 'starter', workspaces: [1], tokens: [] }]);
const { bots } = engine.as({
  brand: 'acme',
  person: 7,
  workspaces: [1],
  permissions: ['view_bots', 'edit_bots'],
});

const bot = await bots.create({ name: 'Table booking', channelFamily: 'native' });
const { total } = await bots.list({});
console.log(`Created bot number ${bot.number}; the file has ${total}.`);
await engine.close();
