import { setTimeout as wait } from 'node:timers/promises';
import { type Dialect, withPrefix } from '@botwright/storage-sql';
import type { Client } from './client.ts';
import { isLocked, isTransient } from './errors.ts';

export interface Migration {
  /** 1, 2, 3, … A migration that was released never changes. */
  readonly version: number;
  readonly name: string;
  /**
   * Statements that find the schema's tables by their bare names; bodies of functions name it as `"@".`. They lock one
   * of the tables that nodes use at most: with two, each would wait for somebody who waits for the other.
   */
  readonly sql: string;
  /**
   * The newest migration that a release has to know to work with the schema from here on, for a migration that takes
   * away or changes what older releases use. Without it, a migration only adds, and every older release works on.
   */
  readonly needs?: number;
}

export interface MigrateOptions {
  readonly schema: string;
  readonly dialect: Dialect;
}

/**
 * Milliseconds that a migration waits for a table in use. Whoever uses the table then waits behind it as long. It is
 * longer than the second after which PostgreSQL ends a deadlock, or a vacuum that is in the way.
 */
const lockTimeoutMs = 2_000;
/** Milliseconds until it is tried again, in which those who waited go on. */
const pauseMs = 500;
/** With both of the above more than two minutes: longer than any transaction of a storage may take. */
const mostTries = 60;

/**
 * Brings a schema up to the newest migration, each in a transaction of its own. Makes the schema if it does not exist.
 *
 * Race rule: of nodes that start at once, one migrates and the others wait, however long. Nodes that work meanwhile wait
 * two seconds at most for a table that a migration wants and another transaction has.
 *
 * A schema that a newer release has migrated is used as it is, unless a migration says that this release cannot.
 *
 * @throws When the schema has tables of another program, or was made by a release that this one cannot work beside.
 * @spec PG1, PG2, PG3, PG15, PG16
 */
export async function migrate(client: Client, steps: readonly Migration[], options: MigrateOptions): Promise<void> {
  for (let tries = 1; ; ) {
    try {
      if (await alone(client, options, () => migrateNext(client, steps, options))) return;
      tries = 1;
    } catch (error) {
      if (!(isTransient(error) || isLocked(error)) || tries === mostTries) throw error;
      tries += 1;
      await wait(pauseMs);
    }
  }
}

/** Runs work in a transaction, while no other node migrates. */
async function alone<T>(client: Client, { schema }: MigrateOptions, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    // The limits are for transactions of requests. Filling a table may take longer, and so may waiting for who does it.
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
    await client.query({
      text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
      values: [`botwright migrations of ${schema}`],
    });
    await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    const value = await work();
    await client.query('COMMIT');
    return value;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** @returns Whether there is no further migration. */
async function migrateNext(
  client: Client,
  steps: readonly Migration[],
  { schema, dialect }: MigrateOptions,
): Promise<boolean> {
  const quoted = dialect.prefix.slice(0, -1);
  const applied = await readApplied(client, { schema, quoted });
  const [newest, known] = [Math.max(0, ...applied.map(({ version }) => version)), steps.at(-1)?.version ?? 0];
  const needed = Math.max(0, ...applied.map(({ needs }) => needs));
  if (needed > known) {
    throw new Error(
      `The schema ${schema} is at version ${newest}, made by a newer release; ` +
        `it needs a release that knows version ${needed}, and this one knows ${known}.`,
    );
  }
  const next = steps.find(({ version }) => version > newest);
  if (next === undefined) {
    await indexNames(client, dialect);
    return true;
  }
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${quoted}; SET LOCAL search_path TO ${quoted}, pg_catalog`);
  if (applied.length === 0) {
    await client.query(
      'CREATE TABLE migrations (version bigint PRIMARY KEY, name text NOT NULL, needs bigint NOT NULL)',
    );
  }
  const { version, name, sql, needs = 0 } = next;
  await client.query(withPrefix(byCodePoint(sql), dialect));
  await client.query({
    text: 'INSERT INTO migrations (version, name, needs) VALUES ($1, $2, $3)',
    values: [version, name, needs],
  });
  return false;
}

/** Texts are compared by code points, whatever the locale of the database. */
function byCodePoint(sql: string): string {
  return sql.replace(/^( {2}\w+ text(\[\])?)(?=[ ,]|$)/gm, '$1 COLLATE "C"');
}

interface Applied {
  readonly version: number;
  /** 0: every release works with it. */
  readonly needs: number;
}

async function readApplied(
  client: Client,
  { schema, quoted }: { readonly schema: string; readonly quoted: string },
): Promise<readonly Applied[]> {
  const { rows } = await client.query({
    text:
      'SELECT count(*)::int AS total, count(*) FILTER (WHERE c.relname = $2)::int AS ours FROM pg_class AS c ' +
      'JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relkind IN ($3, $4)',
    values: [schema, 'migrations', 'r', 'p'],
  });
  const [{ total, ours } = { total: 0, ours: 0 }] = rows as readonly { total: number; ours: number }[];
  if (total === 0) return [];
  if (ours === 0) throw new Error(`The schema ${schema} has tables of another program.`);
  const found = await client.query(`SELECT version::int, needs::int FROM ${quoted}.migrations`);
  return found.rows as readonly Applied[];
}

/** What makes a search for a part of a name fast, where the database has the extension. @spec PG10 */
async function indexNames(client: Client, dialect: Dialect): Promise<void> {
  const { rows } = await client.query(
    "SELECT n.nspname AS name FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm'",
  );
  const [extension] = rows as readonly { name: string }[];
  if (extension === undefined) return;
  // Even when there is such an index, IF NOT EXISTS waits for all who write to the table.
  const { rows: existing } = await client.query(`SELECT to_regclass('${dialect.prefix}bots_names') AS index`);
  if ((existing as readonly { index: unknown }[])[0]?.index !== null) return;
  const operators = `"${extension.name.replaceAll('"', '""')}".gin_trgm_ops`;
  await client.query(
    `CREATE INDEX IF NOT EXISTS bots_names ON ${dialect.prefix}bots USING gin (folded_name ${operators})`,
  );
}
