import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openConnection } from '../src/connection.ts';
import { migrate } from '../src/migrate.ts';
import { bots } from '../src/migrations/0001-bots.ts';
import { sqliteStorage } from '../src/sqlite-storage.ts';
import { sampleBot } from './sample-bot.ts';
import { temporaryFile } from './temporary-folder.ts';

const columnsOfBot =
  'number, brand, id, name, folded_name, workspace, channel_family, state, builder, channels, test_channel, ' +
  'created_at, edited_at';

/** A file of the first release in which seven numbers were given; the bot with the last one was destroyed. */
function firstReleaseFile(): string {
  const file = temporaryFile();
  const connection = openConnection(file, { mode: 'write', busyTimeoutMs: 100 });
  migrate(connection, [bots]);
  const bot = (number: number, brand: string, id: string, state: string) =>
    `INSERT INTO bots (${columnsOfBot}) VALUES (${number}, '${brand}', '${id}', 'Bot', 'bot', 3, 'native', '${state}',
      'current', '["live ${id}"]', 'test ${id}', 1, 1);
    INSERT INTO drafts VALUES ('${brand}', '${id}', 1, '[]', 0, 2, 0, 0);
    INSERT INTO draft_states VALUES ('${brand}', '${id}', 1, 2, 5, 7, '{}');
    INSERT INTO channels VALUES ('${brand}', '${id}', 'test ${id}', 3, 'test', 'Test', 'native', 20);
    INSERT INTO channels VALUES ('${brand}', '${id}', 'live ${id}', 3, 'live', 'Web', 'native', 30);`;
  connection.script(`
    INSERT INTO brands VALUES ('acme', 'business', '[3]');
    INSERT INTO tokens VALUES ('aa', 'acme', 7, '[3]', '["view_bots"]');
    ${bot(5, 'acme', 'b1', 'trashed')}
    ${bot(2, 'acme', 'b2', 'active')}
    ${bot(4, 'umbrella', 'b1', 'active')}
    UPDATE bot_numbers SET last = 7;
  `);
  connection.close();
  return file;
}

it('[SQ2] channels of the first release are migrated and numbered, and are on unless their bot is in the trash', async () => {
  const storage = sqliteStorage({ file: firstReleaseFile() });
  const channels = (brand: string, id: string) => storage.reader(brand).channels.listByBot(id);
  const carried = (number: number, botId: string, purpose: 'live' | 'test', active: boolean) => ({
    number,
    id: `${purpose} ${botId}`,
    botId,
    workspace: 3,
    purpose,
    name: purpose === 'live' ? 'Web' : 'Test',
    type: 'native',
    active,
    configured: false,
    createdAt: purpose === 'live' ? 30 : 20,
  });
  expect(await channels('acme', 'b2')).toEqual([carried(2, 'b2', 'test', true), carried(1, 'b2', 'live', true)]);
  expect(await channels('umbrella', 'b1')).toEqual([carried(4, 'b1', 'test', true), carried(3, 'b1', 'live', true)]);
  expect(await channels('acme', 'b1')).toEqual([carried(6, 'b1', 'test', false), carried(5, 'b1', 'live', false)]);
  await storage.close();
});

it('[SQ2][ST13] numbers continue where the first release stopped, and the rest is unchanged', async () => {
  const file = firstReleaseFile();
  const storage = sqliteStorage({ file });
  const { tenants } = storage;
  const brand = { name: 'acme', plan: 'business', workspaces: [3], agents: [] };
  expect(await tenants.findBrand('acme')).toEqual(brand);
  const principal = { brand: 'acme', person: 7, workspaces: [3], permissions: ['view_bots'] };
  expect(await tenants.findPrincipal('aa')).toEqual(principal);
  expect(await tenants.listTokens('acme')).toEqual([{ hash: 'aa', ...principal }]);
  expect((await storage.reader('acme').drafts.find('b1'))?.diagramJson).toBe('{}');

  const numbers = await storage.transaction('acme', async (tx) => {
    const bot = await tx.bots.insert(sampleBot('b9'));
    const [channel] = await tx.channels.listByBot('b2');
    const { number: _number, ...next } = { ...channel, id: 'c9', botId: bot.id } as NonNullable<typeof channel>;
    return [bot.number, (await tx.channels.insert(next)).number];
  });
  expect(numbers).toEqual([8, 7]);

  await storage.transaction('acme', async (tx) => {
    await tx.bots.lock('b2');
    await tx.bots.destroy('b2');
  });
  expect(await storage.reader('acme').channels.listByBot('b2')).toEqual([]);
  expect((await storage.reader('acme').channels.list({ workspaces: [3], offset: 0, limit: 9 })).total).toBe(1);
  await storage.close();

  const witness = new DatabaseSync(file);
  expect(witness.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  expect(witness.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  witness.close();
});
