import { type Dialect, withPrefix } from '@botwright/storage-sql';
import type { Client } from './client.ts';

export interface Migration {
  /** 1, 2, 3, … A migration that was released never changes. */
  readonly version: number;
  readonly name: string;
  /** Statements that find the schema's tables by their bare names; bodies of functions name it as `"@".`. */
  readonly sql: string;
  /** Older releases can no longer work with the schema, also not while nodes are upgraded one by one. */
  readonly endsOlder?: true;
}

export interface MigrateOptions {
  readonly schema: string;
  readonly dialect: Dialect;
}

/**
 * Brings a schema up to the newest migration, in one transaction. Makes the schema if it does not exist.
 *
 * Race rule: of nodes that start at once, one migrates and the others wait.
 *
 * A schema that a newer release has migrated is used as it is, unless a migration says that older releases cannot.
 *
 * @throws When the schema has tables of another program, or was made by a release that this one cannot work beside.
 * @spec PG1, PG2, PG3
 */
export async function migrate(
  client: Client,
  steps: readonly Migration[],
  { schema, dialect }: MigrateOptions,
): Promise<void> {
  const quoted = dialect.prefix.slice(0, -1);
  await client.query('BEGIN');
  try {
    await client.query({
      text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
      values: [`botwright migrations of ${schema}`],
    });
    const applied = await readApplied(client, { schema, quoted });
    const [newest, known] = [Math.max(0, ...applied.map(({ version }) => version)), steps.at(-1)?.version ?? 0];
    const needed = Math.max(0, ...applied.filter(({ ends_older }) => ends_older).map(({ version }) => version));
    if (needed > known) {
      throw new Error(
        `The schema ${schema} is at version ${newest}, made by a newer release; this one knows ${known}.`,
      );
    }
    const next = steps.filter(({ version }) => version > newest);
    if (next.length > 0) {
      await client.query(`CREATE SCHEMA IF NOT EXISTS ${quoted}; SET LOCAL search_path TO ${quoted}, pg_catalog`);
      if (applied.length === 0) {
        await client.query(
          'CREATE TABLE migrations (version bigint PRIMARY KEY, name text NOT NULL, ends_older boolean NOT NULL)',
        );
      }
    }
    for (const { version, name, sql, endsOlder = false } of next) {
      await client.query(withPrefix(byCodePoint(sql), dialect));
      await client.query({
        text: 'INSERT INTO migrations (version, name, ends_older) VALUES ($1, $2, $3)',
        values: [version, name, endsOlder],
      });
    }
    await indexNames(client, dialect);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Texts are compared by code points, whatever the locale of the database. */
function byCodePoint(sql: string): string {
  return sql.replace(/^( {2}\w+ text(\[\])?)(?=[ ,]|$)/gm, '$1 COLLATE "C"');
}

interface Applied {
  readonly version: number;
  readonly ends_older: boolean;
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
  const found = await client.query(`SELECT version::int, ends_older FROM ${quoted}.migrations`);
  return found.rows as readonly Applied[];
}

/** What makes a search for a part of a name fast, where the database has the extension. @spec PG10 */
async function indexNames(client: Client, dialect: Dialect): Promise<void> {
  const { rows } = await client.query(
    "SELECT n.nspname AS name FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm'",
  );
  const [extension] = rows as readonly { name: string }[];
  if (extension === undefined) return;
  const operators = `"${extension.name.replaceAll('"', '""')}".gin_trgm_ops`;
  await client.query(
    `CREATE INDEX IF NOT EXISTS bots_names ON ${dialect.prefix}bots USING gin (folded_name ${operators})`,
  );
}
