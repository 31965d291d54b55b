import { createEngine, isEngineError } from '@botwright/core';
import { isNode } from '@botwright/core/diagram';
import { memoryStorage } from '@botwright/core/memory';

// An engine on a store, for one caller. With another store nothing else changes.
const engine = createEngine({ storage: memoryStorage() });
await engine.configure([{ name: 'acme', plan: 'professional', workspaces: [1], tokens: [] }]);
const { bots, drafts, versions } = engine.as({
  brand: 'acme',
  person: 7,
  workspaces: [1],
  permissions: ['view_bots', 'edit_bots'],
});

const bot = await bots.create({ name: 'Table booking', channelFamily: 'native' });
console.log(`Created "${bot.name}", bot number ${bot.number}.`);

// Adds blocks by their names in the catalog. The last one has no text yet.
const draft = await drafts.addBlocks(bot.id, {
  blocks: [
    { id: 'welcome', type: 'buttons', params: { text: 'Hi!', buttons: [{ id: 'book', label: 'Book a table' }] } },
    { id: 'day', type: 'ask_date', params: { text: 'For which day?', destination: 'day' } },
    { id: 'bye', type: 'send_text', params: { text: '' } },
  ],
  connections: [
    { sourcePath: 'welcome', type: '$book', targetPath: 'day' },
    { sourcePath: 'day', type: '$success', targetPath: 'bye' },
  ],
});
console.log(`Stored revision ${draft.revision} of the draft, with its violations:`);
for (const { code, blockId, message } of draft.violations) console.log(`  ${code} at ${blockId}: ${message}`);

// The engine stores a draft that breaks rules, and never publishes it.
await versions.publish(bot.id).catch((error: unknown) => {
  if (!isEngineError(error)) throw error;
  console.log(`Publishing was refused: ${error.code}.`);
});

await drafts.editBlock(bot.id, 'bye', { params: { text: 'See you on @{day}!' } });
await versions.publish(bot.id);
const first = await versions.latest(bot.id);
console.log('Corrected and published. Visitors now talk to this version.');

await drafts.editBlock(bot.id, 'bye', { params: { text: 'Closed for the season.' } });
await versions.publish(bot.id);
console.log('Published a second version.');

// History only grows: restoring publishes the old diagram as a new version.
await versions.restore(bot.id, first.id);
const live = await bots.live(bot.id);
const bye = live?.diagram.nodes['bye'];
console.log(`Restored the first. Its last words: "${isNode(bye) ? bye.params['text'] : ''}"`);
console.log(`Publications on record: ${(await versions.list(bot.id)).total}.`);

await engine.close();
