import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { memoryStorage } from '@botwright/core/memory';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../storage/test/sqlite/temporary-folder.ts';
import { findChange, frozenVersions, newestVersion, readFrozen } from './support/frozen-data.ts';
import { frozenFile } from './support/frozen-file.ts';
import { recordsInMemory } from './support/records-in-memory.ts';

function openDatabase(version: string): DatabaseSync {
  const database = new DatabaseSync(frozenFile(version));
  onTestFinished(() => database.close());
  return database;
}

it.each(frozenVersions)(
  '[ST133] a file of %s opens, reads the same, and its conversations continue',
  async (version) => {
    const storage = sqliteStorage({ file: frozenFile(version) });
    onTestFinished(() => storage.close());
    expect(await findChange(version, storage)).toBeUndefined();
  },
);

it.each(frozenVersions)('[ST133] the contents of a store in memory of %s do, too', async (version) => {
  const contents = JSON.parse(readFrozen(version, 'memory.json'));
  expect(await findChange(version, memoryStorage({ contents }))).toBeUndefined();
});

it.each(frozenVersions)('[ST133] the records and queues of %s on a store of records do, too', async (version) => {
  const contents = JSON.parse(readFrozen(version, 'records.json'));
  expect(await findChange(version, recordsInMemory(contents).storage)).toBeUndefined();
});

/** Names of the objects of a database, and the names, types and presence of its columns. */
function schemaIn(file: string): unknown {
  const database = new DatabaseSync(file);
  onTestFinished(() => database.close());
  return {
    objects: database
      .prepare("SELECT type, name, tbl_name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY 1, 2")
      .all(),
    columns: database
      .prepare(
        `SELECT t.name AS "table", c.name, c.type, c."notnull" FROM pragma_table_list AS t, pragma_table_info(t.name) AS c
          WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite_%' ORDER BY 1, 2`,
      )
      .all(),
    version: database.prepare('SELECT * FROM schema_version').all(),
  };
}

it.each(frozenVersions)('[SQ60] a file of %s has the schema of a new file after it is opened', async (version) => {
  const file = frozenFile(version);
  const folder = temporaryFolder();
  await sqliteStorage({ file }).close();
  await sqliteStorage({ file: join(folder, 'new.db') }).close();
  expect(schemaIn(file)).toEqual(schemaIn(join(folder, 'new.db')));
});

it.each(frozenVersions)('the data of %s are a whole database', (version) => {
  const database = openDatabase(version);
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
});

const unused: readonly string[] = [
  // Versions and test deployments are stored whole, and not as changes of another text.
  'version_records.diagram_json.last',
  'test_deployment_records.diagram_json.last',
  // There are rows only while more than a thousand deliveries of a removed target end.
  ...['retirement', 'line', 'target', 'ended_at'].map((column) => `retired_lines.${column}`),
];

it.each([newestVersion])('the data of %s have a value in each column', (version) => {
  const database = openDatabase(version);
  const columns = database
    .prepare(
      `SELECT t.name AS "table", c.name AS "column" FROM pragma_table_list AS t, pragma_table_info(t.name) AS c
        WHERE t.type = 'table' AND t.schema = 'main' AND t.name NOT LIKE 'sqlite_%' ORDER BY 1, c.cid`,
    )
    .all() as unknown as readonly Readonly<Record<'table' | 'column', string>>[];
  const empty = columns.filter(({ table, column }) => {
    return database.prepare(`SELECT 1 FROM "${table}" WHERE "${column}" IS NOT NULL LIMIT 1`).get() === undefined;
  });
  const names = empty.map(({ table, column }) => `${table}.${column}`).filter((name) => !unused.includes(name));
  expect(names).toEqual([]);
});

it.each([newestVersion])(
  'the data of %s have each kind of position, effect, inbox entry, delivery and message',
  (version) => {
    const database = openDatabase(version);
    const valuesOf = (value: string, from: string) =>
      database
        .prepare(`SELECT DISTINCT ${value} AS value FROM ${from} ORDER BY 1`)
        .all()
        .map((row) => row['value']);
    expect({
      positions: valuesOf("state_json ->> '$.at.kind'", 'conversation_records'),
      feedback: valuesOf("state_json ->> '$.at.asked'", 'conversation_records'),
      ends: valuesOf("state_json ->> '$.at.reason'", 'conversation_records'),
      effects: valuesOf("e.value ->> '$.kind'", 'conversation_records, json_each(effects_json) AS e'),
      inbox: valuesOf("item_json ->> '$.kind'", 'inbox'),
      deliveries: valuesOf("state || coalesce(' ' || reason, '')", 'deliveries'),
      messages: valuesOf('type', 'message_records'),
      senders: valuesOf("sender ->> '$.type'", 'message_records'),
      accounts: valuesOf('status', 'account_records'),
      connections: valuesOf("progress ->> '$.kind'", 'account_connection_records'),
      fields: valuesOf("f.value ->> '$.type'", 'customer_records, json_each(fields) AS f'),
    }).toMatchInlineSnapshot(`
      {
        "accounts": [
          "good",
          "insufficient_scope",
          "revoked",
        ],
        "connections": [
          "claimed",
          "connected",
          "declined",
          "waiting",
        ],
        "deliveries": [
          "dead blocked",
          "dead connect",
          "dead disabled",
          "dead exhausted",
          "dead timeout",
          "delivered",
          "pending",
        ],
        "effects": [
          "ai_agent",
          "code",
          "host",
          "jump",
          "scheduler",
          "spreadsheet",
          "webhook",
        ],
        "ends": [
          null,
          "closed",
          "dead_end",
          "error",
        ],
        "feedback": [
          null,
          "comment",
          "rating",
          "rating_again",
        ],
        "fields": [
          "array",
          "boolean",
          "date",
          "datetime",
          "float",
          "integer",
          "object",
          "string",
        ],
        "inbox": [
          "assigned",
          "closed",
          "message",
          "result",
          "start",
          "taken_over",
        ],
        "messages": [
          "dialog",
          "document",
          "event",
          "image",
          "location",
          "text",
        ],
        "positions": [
          "agent",
          "answer",
          "ended",
          "feedback",
          "jump",
          "new",
          "pause",
          "result",
        ],
        "senders": [
          "agent",
          "bot",
          "customer",
          "sys",
        ],
      }
    `);
  },
);
