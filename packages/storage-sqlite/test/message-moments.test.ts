import { expect, it } from 'vitest';
import { openConnection } from '../src/connection.ts';
import { migrate } from '../src/migrate.ts';
import { migrations } from '../src/migrations.ts';
import { sqliteStorage } from '../src/sqlite-storage.ts';
import { temporaryFile } from './temporary-folder.ts';

const at = 1_790_000_000_000;

/** A file of the release before: one customer has APIchat timestamps that are a minute ahead, the other has none. */
function formerFile(): string {
  const file = temporaryFile();
  const connection = openConnection(file, { mode: 'write', busyTimeoutMs: 100 });
  migrate(
    connection,
    migrations.filter(({ version }) => version < 11),
  );
  const customer = (number: number, lastMessageAt: number | null, lastChat: number | null) =>
    `INSERT INTO customers (number, brand, workspace, purpose, channel, archived, blocked, opt_in, register_date, unread,
      last_message_at, last_seq, last_chat_timestamp, name, email, phone, fields)
      VALUES (${number}, 'acme', 1, 'live', 1, 0, 0, 1, ${at}, 0, ${lastMessageAt}, 2, ${lastChat}, '', '', '', '{}');`;
  const message = (customerNumber: number, seq: number, type: string, data: string) =>
    `INSERT INTO messages VALUES (${customerNumber}, ${seq}, 'u${seq}', ${at + seq}, 'sys', 0, 'system', '${type}', '${data}');`;
  connection.script(`
    INSERT INTO channels (number, brand, id, workspace, purpose, name, type, active, configured, created_at)
      VALUES (1, 'acme', 'c1', 1, 'live', 'Chat', 'apichat', 1, 0, 1);
    ${customer(1, at + 2, at / 1_000 + 62)}
    ${customer(2, at + 2, at / 1_000)}
    ${customer(3, null, null)}
    ${message(1, 1, 'text', '{"body":"node","node":"kept"}')}
    ${message(1, 2, 'event', '{"action":"error","code":"x","node":"n1","detail":"d"}')}
  `);
  connection.close();
  return file;
}

it('[SQ2] moments of messages are migrated, and no timestamp of APIchat is used again', async () => {
  const storage = sqliteStorage({ file: formerFile() });
  const { customers, messages } = storage.reader('acme');
  const lastOf = async (number: number) => (await customers.find(number))?.lastMessageAt;
  expect([await lastOf(1), await lastOf(2), await lastOf(3)]).toEqual([at + 62_000, at + 2, undefined]);
  const { items } = await messages.list(1, { offset: 0, limit: 5 });
  expect(items.map(({ at: moment, data }) => [moment, data])).toEqual([
    [at + 2, { action: 'error', code: 'x', block_id: 'n1', detail: 'd' }],
    [at + 1, { body: 'node', node: 'kept' }],
  ]);
  await storage.close();
});
