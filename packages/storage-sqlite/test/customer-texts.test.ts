import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openConnection } from '../src/connection.ts';
import { migrate } from '../src/migrate.ts';
import { migrations } from '../src/migrations.ts';
import { sqliteStorage } from '../src/sqlite-storage.ts';
import { sampleBot } from './sample-bot.ts';
import { temporaryFile } from './temporary-folder.ts';

const customer = (number: number, brand: string, purpose: 'live' | 'test', name: string, token: string | undefined) =>
  `INSERT INTO customers (number, brand, workspace, purpose, channel, token, archived, blocked, opt_in, register_date,
    unread, last_seq, name, email, phone, fields)
  VALUES (${number}, '${brand}', 1, '${purpose}', 1, ${token === undefined ? 'NULL' : `'${token}'`}, 0, 0, 1, 1, 0, 0,
    '${name}', 'Mail${number}@Example.org', '', '{}');`;

/** A file of a release before: before version 10 it has no texts of customers, and later ones folded otherwise. */
function olderFile(before = 10): string {
  const file = temporaryFile();
  const connection = openConnection(file, { mode: 'write', busyTimeoutMs: 100 });
  migrate(
    connection,
    migrations.filter(({ version }) => version < before),
  );
  connection.script(`
    INSERT INTO channels (number, brand, id, workspace, purpose, name, type, active, configured, created_at)
      VALUES (1, 'acme', 'c1', 1, 'live', 'Chat', 'apichat', 1, 0, 1);
    ${customer(3, 'acme', 'live', 'BE\u0301A', 'T:3')}
    ${customer(1, 'acme', 'live', 'Ana', undefined)}
    ${customer(2, 'acme', 'test', 'Béa', 'T:2')}
  `);
  if (before > 10) {
    connection.script(`INSERT INTO customer_texts VALUES ('acme', 3, 1, 1, 'be\u0301a', 'mail', '', 't:3');`);
  }
  connection.close();
  return file;
}

it('[CU50][SQ2] customers of an older file are found', async () => {
  const storage = sqliteStorage({ file: olderFile() });
  const { customers } = storage.reader('acme');
  const find = async (by: 'name' | 'token' | 'email', text: string) =>
    (await customers.search({ workspaces: [1], by, text, after: 0, limit: 10 })).numbers;
  expect([await find('name', 'béa'), await find('token', 't:'), await find('email', 'mail')]).toEqual([
    [3],
    [3],
    [1, 3],
  ]);
  await storage.close();
});

it('[CU50][SQ2] texts that were folded otherwise are folded again', async () => {
  const file = olderFile(22);
  const storage = sqliteStorage({ file });
  await storage.close();
  const witness = new DatabaseSync(file, { readOnly: true });
  expect(witness.prepare('SELECT name, email, token FROM customer_texts').all()).toEqual([
    { name: 'béa', email: 'mail3@example.org', token: 't:3' },
  ]);
  witness.close();
});

it('[CU50] texts are removed with their customers, however these are deleted', async () => {
  const file = temporaryFile();
  const storage = sqliteStorage({ file });
  await storage.transaction('acme', async (tx) => {
    const { id: botId } = await tx.bots.insert(sampleBot('b1'));
    const members = { name: '', type: 'native', active: true, configured: false, createdAt: 1, workspace: 1 } as const;
    for (const [id, bot] of [
      ['c1', botId],
      ['c2', undefined],
    ] as const) {
      const channel = await tx.channels.insert({ ...members, id, purpose: 'live', ...(bot && { botId: bot }) });
      const unknown = { name: 'Ana', email: '', phone: '', archived: false, blocked: false, optIn: false, fields: {} };
      const place = { channelNumber: channel.number, workspace: 1, purpose: 'live' } as const;
      await tx.customers.insert({ ...unknown, ...place, registerDate: 1, unread: 0, lastSeq: 0 });
    }
  });
  const witness = new DatabaseSync(file, { readOnly: true });
  const numbers = () =>
    witness
      .prepare('SELECT number FROM customer_texts')
      .all()
      .map((row) => row['number']);
  expect(numbers()).toEqual([1, 2]);
  await storage.transaction('acme', async (tx) => {
    await tx.bots.lock('b1');
    await tx.bots.destroy('b1');
  });
  expect(numbers()).toEqual([2]);
  await storage.transaction('acme', async (tx) => {
    await tx.customers.lock(2);
    await tx.customers.destroy(2);
  });
  expect(numbers()).toEqual([]);
  witness.close();
  await storage.close();
});
