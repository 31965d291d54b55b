import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrations } from '../src/migrations.ts';
import { type PostgresStorage, postgresStorage } from '../src/postgres-storage.ts';
import { findLocked, findNotAdditive } from './expanding.ts';
import { knownVersion, type LaterMigration, migrateFurther } from './later-release.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { allActive, brand, insertBot } from './samples.ts';

/** The version of the schema of the first release. */
const firstRelease = 3;

let server: PostgresServer;
let schema: string;
const opened: PostgresStorage[] = [];

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.stop());
beforeEach(() => {
  schema = server.newSchema();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((storage) => storage.close()));
  await server.drop(schema);
});

async function open(): Promise<PostgresStorage> {
  const storage = await postgresStorage({ pool: server.pool, schema });
  opened.push(storage);
  return storage;
}

const migrateTo = (...later: readonly LaterMigration[]) => migrateFurther(server.pool, schema, later);

const nothing = { sql: '' };

it('[PG3] a schema that a newer release has migrated is used by those who know what it needs', async () => {
  await open();
  await migrateTo(nothing, { sql: '', needs: knownVersion });
  await (await open()).transaction(brand, (tx) => insertBot(tx, 'a'));
});

it('[PG3] a schema that needs a newer release is refused, also by later starts, and not changed', async () => {
  await open();
  await migrateTo(nothing, { sql: 'ALTER TABLE bots DROP COLUMN trashed_at', needs: knownVersion + 1 });
  for (let start = 0; start < 2; start += 1) {
    await expect(postgresStorage({ pool: server.pool, schema })).rejects.toThrow(
      `The schema ${schema} is at version ${knownVersion + 2}, made by a newer release; ` +
        `it needs a release that knows version ${knownVersion + 1}, and this one knows ${knownVersion}.`,
    );
  }
  const { rows } = await server.pool.query(`SELECT count(*)::int AS applied FROM "${schema}".migrations`);
  expect(rows).toEqual([{ applied: knownVersion + 2 }]);
});

it('[PG3] a node that runs when an older column goes says that a newer release has migrated', async () => {
  const storage = await open();
  await migrateTo({ sql: 'ALTER TABLE bots DROP COLUMN trashed_at', needs: knownVersion + 1 });
  await expect(storage.transaction(brand, (tx) => insertBot(tx, 'a'))).rejects.toThrow(
    'A column of the storage is missing: a newer release has migrated the schema.',
  );
});

it('[PG15] nodes that serve while a newer release migrates fail no call and lose nothing', async () => {
  const nodes = [await open(), await open()] as const;
  await nodes[0].transaction(brand, (tx) => insertBot(tx, 'shared'));
  let isOver = false;
  const made: string[] = [];
  const working = Array.from({ length: 8 }, async (_, writer) => {
    const node = nodes[writer % 2 === 0 ? 0 : 1];
    for (let count = 0; !isOver; count += 1) {
      const id = `bot-${writer}-${count}`;
      await node.transaction(brand, async (tx) => {
        await insertBot(tx, id);
        const bot = await tx.bots.lock('shared');
        await tx.bots.update('shared', { editedAt: (bot?.editedAt ?? 0) + 1 });
      });
      made.push(id);
      await node.reader(brand).bots.list(allActive);
      await node.reader(brand).drafts.find(id);
    }
  });
  const untilMade = async (count: number) => {
    while (made.length < count) await Promise.race([wait(10), Promise.all(working)]);
  };
  await untilMade(50);
  const tables = ['bots', 'drafts', 'draft_states', 'customers', 'deliveries', 'conversation_work', 'brands'];
  await migrateTo(
    ...tables.map((table) => ({ sql: `ALTER TABLE ${table} ADD COLUMN later text NOT NULL DEFAULT 'none'` })),
    {
      sql: `
CREATE TABLE later_names (bot text PRIMARY KEY, name text NOT NULL);
CREATE INDEX bots_later ON bots (brand, later);
CREATE FUNCTION note_name() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "@".later_names (bot, name) VALUES (NEW.id, NEW.name); RETURN NULL;
END $$;
CREATE TRIGGER later_noted AFTER INSERT ON bots FOR EACH ROW EXECUTE FUNCTION note_name();`,
    },
  );
  await server.pool.query(`UPDATE "${schema}".bots SET later = 'new' WHERE id = 'shared'`);
  await untilMade(made.length + 50);
  const third = await open();
  isOver = true;
  await Promise.all(working);

  expect((await third.reader(brand).bots.list(allActive)).total).toBe(made.length + 1);
  for (const id of made) expect(await third.reader(brand).drafts.find(id)).toMatchObject({ revision: 1 });
  expect((await third.reader(brand).bots.find('shared'))?.editedAt).toBe(1_000 + made.length);
  const { rows } = await server.pool.query(
    `SELECT b.later, (SELECT count(*)::int FROM "${schema}".later_names) AS noted FROM "${schema}".bots AS b WHERE id = 'shared'`,
  );
  expect(rows[0].later).toBe('new');
  expect(rows[0].noted).toBeGreaterThanOrEqual(50);
}, 120_000);

it('[PG15] a migration lets those go first who wait for a table that it waits for', async () => {
  const storage = await open();
  await storage.transaction(brand, (tx) => insertBot(tx, 'a'));
  const holder = await server.pool.connect();
  await holder.query(`BEGIN; SELECT 1 FROM "${schema}".bots`);
  let hasMigrated = false;
  const migrating = migrateTo({ sql: 'ALTER TABLE bots ADD COLUMN later text' }).then(() => {
    hasMigrated = true;
  });
  while (!(await waitsForBots())) await wait(10);
  // It would wait for the holder if it waited for the migration.
  expect(await storage.reader(brand).bots.find('a')).toMatchObject({ id: 'a' });
  expect(hasMigrated).toBe(false);
  await holder.query('COMMIT');
  holder.release();
  await migrating;
}, 120_000);

async function waitsForBots(): Promise<boolean> {
  const { rows } = await server.pool.query(
    `SELECT 1 FROM pg_locks WHERE relation = '"${schema}".bots'::regclass AND NOT granted`,
  );
  return rows.length > 0;
}

it('[PG1] a node waits for another one that migrates longer than a statement may take', async () => {
  const migrating = await server.pool.connect();
  await migrating.query('BEGIN');
  await migrating.query({
    text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [`botwright migrations of ${schema}`],
  });
  const opening = postgresStorage({ url: server.url, schema, statementTimeoutMs: 2_000 });
  while (!(await waitsToMigrate())) await wait(10);
  await wait(4_000);
  await migrating.query('COMMIT');
  migrating.release();
  opened.push(await opening);
}, 60_000);

async function waitsToMigrate(): Promise<boolean> {
  const { rows } = await server.pool.query(
    `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return rows.length > 0;
}

describe('what migrations do', () => {
  it.for(migrations)('[PG16] $name adds only, or says what release it needs', (migration) => {
    const found = findNotAdditive(migration, migrations.slice(0, migration.version - 1));
    if (migration.needs === undefined) expect(found).toEqual([]);
    // Releases that know it no longer use the parts that it removes.
    else expect([found.length > 0, migration.needs < migration.version]).toEqual([true, true]);
  });

  // No node works while the migrations of the first release create the schema.
  it.for(migrations.slice(firstRelease))('[PG15] $name locks one table at most that nodes use', (migration) => {
    expect(findLocked(migration, migrations.slice(0, migration.version - 1)).length).toBeLessThan(2);
  });

  it('[PG15] finds the tables that a migration locks', () => {
    const locked = (sql: string) => findLocked({ sql }, migrations);
    expect(locked('ALTER TABLE bots ADD COLUMN a text; CREATE INDEX b ON bots (a); DROP INDEX bots_name')).toEqual([
      'bots',
    ]);
    expect(locked('CREATE INDEX b ON bots (a); DROP INDEX customers_channel')).toEqual(['bots', 'customers']);
    expect(locked('CREATE TABLE more (a text); CREATE INDEX b ON more (a); ALTER TABLE drafts ADD c text')).toEqual([
      'drafts',
    ]);
    const trigger = 'AFTER INSERT ON bots FOR EACH ROW EXECUTE FUNCTION f()';
    expect(locked(`CREATE TRIGGER t ${trigger}; DROP TABLE hooks`)).toEqual(['bots', 'hooks']);
  });

  it('[PG16] versions count from 1', () => {
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
  });

  it.for([
    'ALTER TABLE bots DROP COLUMN name',
    'ALTER TABLE bots ADD COLUMN later text NOT NULL',
    'ALTER TABLE bots ADD COLUMN later text UNIQUE',
    'ALTER TABLE bots ADD COLUMN later text, DROP COLUMN name',
    'ALTER TABLE bots ALTER COLUMN name TYPE bigint',
    'ALTER TABLE bots RENAME TO robots',
    'ALTER TABLE bots ADD CHECK (number > 5)',
    'DROP TABLE bots',
    'DROP FUNCTION admit',
    'DROP TRIGGER counted_added ON bots',
    'DROP INDEX bots_brand_id_key',
    'CREATE UNIQUE INDEX one ON bots (name)',
    'CREATE OR REPLACE FUNCTION admit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN END $$',
    'DELETE FROM bots',
    'UPDATE bots SET name = 1',
    "INSERT INTO brands VALUES ('a')",
    'TRUNCATE bots',
    'REVOKE ALL ON bots FROM ada',
    'CREATE TABLE more (a text); DROP TABLE bots',
  ])('[PG16] %j has to say what release it needs', (sql) => {
    expect(findNotAdditive({ sql }, migrations)).toHaveLength(1);
  });

  it.for([
    'ALTER TABLE bots ADD COLUMN later text',
    'ALTER TABLE bots ADD COLUMN later bigint NOT NULL DEFAULT 0;',
    'CREATE TABLE more (a text PRIMARY KEY); CREATE UNIQUE INDEX one ON more (a); INSERT INTO more VALUES (1)',
    "-- DROP TABLE bots;\nCREATE INDEX more ON bots (name) WHERE state = 'DROP TABLE bots;'",
    'CREATE FUNCTION more() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM "@".bots; END $$;',
    'DROP INDEX bots_created',
  ])('[PG16] %j only adds', (sql) => {
    expect(findNotAdditive({ sql }, migrations)).toEqual([]);
  });
});
