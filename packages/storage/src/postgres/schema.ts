import type { AnyKind } from '@botwright/core/ports';
import { addedRecords, columnsByTable, type StoredColumns } from '../sql/added-records.ts';
import { type RecordTable, recordTables } from '../sql/record-tables.ts';
import { trigramIndexes } from '../sql/text-index.ts';
import type { Client, QueryResult } from './client.ts';
import { queueTables, queueUpgrades } from './queue-tables.ts';
import { recordDialect, recordObjects } from './record-dialect.ts';
import { schemaPrefix } from './sql.ts';

/** The version stored in the schema. Incremented with each change, by an entry of `queueUpgrades`. */
export const schemaVersion = 3;

/** The tables of the records of these kinds. */
export function tablesOf(kinds: readonly AnyKind[]): ReadonlyMap<string, RecordTable> {
  return recordTables(kinds, recordDialect, schemaPrefix);
}

/**
 * Makes the tables of a schema that it lacks, and the schema if it is missing, in one transaction.
 *
 * Race rule: one of several starting nodes makes them; the others wait without a limit.
 *
 * @throws When the schema has tables of another program, or of a later version.
 * @spec PG1, PG2, PG3, PG10, PG60, ST133
 */
export async function openSchema(
  client: Client,
  schema: string,
  tables: ReadonlyMap<string, RecordTable>,
): Promise<void> {
  const run = (sql: string) => client.query(sql.replaceAll(schemaPrefix, `"${schema}".`));
  await client.query('BEGIN');
  try {
    // The limits are for transactions of requests; waiting for another node may take longer.
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
    await client.query({
      text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
      values: [`botwright schema ${schema}`],
    });
    const version = await readVersion(client, schema);
    if (version !== undefined && (version > schemaVersion || version < 1)) {
      throw new Error(
        `The schema ${schema} is at version ${version}; this release works with version ${schemaVersion}.`,
      );
    }
    if (version === undefined) {
      await client.query(`CREATE SCHEMA IF NOT EXISTS "${schema}"`);
      for (const sql of recordObjects(tables)) await run(sql);
      await run(queueTables(tables.has('customer')));
      await run(`CREATE TABLE "@".schema_version (version bigint PRIMARY KEY);
        INSERT INTO "@".schema_version VALUES (${schemaVersion})`);
    } else if (version < schemaVersion) {
      for (const sql of queueUpgrades(tables.has('customer')).slice(version - 1)) await run(sql);
      for (const sql of addedRecords(tables, await storedColumns(client, schema), recordObjects)) await run(sql);
      await run(`UPDATE "@".schema_version SET version = ${schemaVersion}`);
    }
    await indexTexts(run, tables);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** @returns `undefined` if the schema has no tables. */
async function readVersion(client: Client, schema: string): Promise<number | undefined> {
  const { rows } = await client.query({
    text:
      'SELECT count(*)::int AS total, count(*) FILTER (WHERE c.relname = $2)::int AS ours FROM pg_class AS c ' +
      'JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relkind IN ($3, $4)',
    values: [schema, 'schema_version', 'r', 'p'],
  });
  const [{ total, ours } = { total: 0, ours: 0 }] = rows as readonly { total: number; ours: number }[];
  if (total === 0) return undefined;
  if (ours === 0) throw new Error(`The schema ${schema} has tables of another program.`);
  const { rows: versions } = await client.query(`SELECT version::int FROM "${schema}".schema_version`);
  return (versions as readonly { version: number }[])[0]?.version;
}

async function storedColumns(client: Client, schema: string): Promise<StoredColumns> {
  const { rows } = await client.query({
    text: 'SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns WHERE table_schema = $1',
    values: [schema],
  });
  return columnsByTable(rows as readonly { table: string; column: string }[]);
}

/** Creates indexes for substring search, if the database has the extension. @spec PG10 */
async function indexTexts(
  run: (sql: string) => Promise<QueryResult>,
  tables: ReadonlyMap<string, RecordTable>,
): Promise<void> {
  const { rows } = await run(
    "SELECT n.nspname AS name FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm'",
  );
  const [extension] = rows as readonly { name: string }[];
  if (extension === undefined) return;
  const operators = `"${extension.name.replaceAll('"', '""')}".gin_trgm_ops`;
  for (const { name, sql } of trigramIndexes([...tables.values()], operators)) {
    // Even if the index exists, IF NOT EXISTS waits for all transactions that write to the table.
    const { rows: existing } = await run(`SELECT to_regclass('${name}') AS index`);
    if ((existing as readonly { index: unknown }[])[0]?.index === null) await run(sql);
  }
}
