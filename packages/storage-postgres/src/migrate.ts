import { setTimeout as wait } from 'node:timers/promises';
import { type Dialect, withPrefix } from '@botwright/storage-sql';
import type { Client } from './client.ts';
import { isLocked, isTransient } from './errors.ts';

export interface Migration {
  /** 1, 2, 3, … A released migration never changes. */
  readonly version: number;
  readonly name: string;
  /**
   * Statements that name the tables without a schema; bodies of functions name the schema as `"@".`. A migration locks
   * at most one table that nodes use: with two, migration and node could wait for each other.
   */
  readonly sql: string;
  /**
   * The newest migration that a release has to know to work with the schema from here on. Set for a migration that
   * removes or changes parts that older releases use. Without it, a migration only adds, and every older release works
   * on.
   */
  readonly needs?: number;
}

export interface MigrateOptions {
  readonly schema: string;
  readonly dialect: Dialect;
}

/**
 * Milliseconds that a migration waits for a table in use. Other users of the table then wait behind it for the same
 * time. Longer than the second after which PostgreSQL ends a deadlock, or a vacuum that blocks the migration.
 */
const lockTimeoutMs = 2_000;
/** Milliseconds until the next try, in which the waiting transactions go on. */
const pauseMs = 500;
/** Together with both times above: more than two minutes, longer than any transaction of a storage may take. */
const mostTries = 60;

/**
 * Migrates a schema to the newest version, each migration in a separate transaction. Creates the schema if it is
 * missing.
 *
 * Race rule: one of several starting nodes migrates; the others wait without a limit. Working nodes wait at most two
 * seconds for a table that a migration wants and another transaction has locked.
 *
 * Uses a schema of a newer release unchanged, unless a migration excludes this release.
 *
 * @throws When the schema has tables of another program, or belongs to a release that is incompatible with this one.
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
    // The limits are for transactions of requests. Filling a table may take longer, and so may waiting for another
    // node.
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

/** @returns Whether no further migration remains. */
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

/** Compares texts by code points, for every locale of the database. */
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

/** Makes searches for a part of a name fast, if the database has the extension. @spec PG10 */
async function indexNames(client: Client, dialect: Dialect): Promise<void> {
  const { rows } = await client.query(
    "SELECT n.nspname AS name FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm'",
  );
  const [extension] = rows as readonly { name: string }[];
  if (extension === undefined) return;
  // Even if the index exists, IF NOT EXISTS waits for all transactions that write to the table.
  const { rows: existing } = await client.query(`SELECT to_regclass('${dialect.prefix}bots_names') AS index`);
  if ((existing as readonly { index: unknown }[])[0]?.index !== null) return;
  const operators = `"${extension.name.replaceAll('"', '""')}".gin_trgm_ops`;
  await client.query(
    `CREATE INDEX IF NOT EXISTS bots_names ON ${dialect.prefix}bots USING gin (folded_name ${operators})`,
  );
}
