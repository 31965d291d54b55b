import { type AnyKind, recordKinds } from '@botwright/core/ports';
import type pg from 'pg';
import { postgresStorage } from '../../src/postgres/index.ts';
import type { PostgresServer } from './postgres-server.ts';

/** Schemas as they are when they were just made, for tests that open a new store in each of hundreds of cases. */
export interface EmptiedSchemas {
  /** A schema that nobody else uses at present. */
  take(): Promise<string>;
  /** Empties a schema with closed storages, for the next user. */
  giveBack(schema: string): Promise<void>;
}

interface Table {
  readonly name: string;
  /** The first rows, as an array in JSON. */
  readonly rows: string;
}

/** Emptying the tables that a case has used takes a tenth of the time of creating all tables. */
export function emptiedSchemas(
  { pool, newSchema }: Pick<PostgresServer, 'pool' | 'newSchema'>,
  kinds: readonly AnyKind[] = recordKinds,
): EmptiedSchemas {
  const free: string[] = [];
  /** All schemas have the same first rows. */
  let tables: readonly Table[] | undefined;

  return {
    async take() {
      const known = free.pop();
      if (known !== undefined) return known;
      const schema = newSchema();
      const storage = await postgresStorage({ pool, schema, kinds });
      await storage.close();
      tables ??= await readTables(pool, schema);
      return schema;
    },
    async giveBack(schema) {
      await empty(pool, schema, tables ?? []);
      free.push(schema);
    },
  };
}

async function readTables(pool: pg.Pool, schema: string): Promise<readonly Table[]> {
  const { rows } = await pool.query('SELECT tablename AS name FROM pg_tables WHERE schemaname = $1', [schema]);
  const names = (rows as readonly { readonly name: string }[]).map(({ name }) => name);
  const contents = names.map((name) => `(SELECT coalesce(json_agg(t), '[]')::text FROM "${schema}"."${name}" AS t)`);
  const { rows: read } = await pool.query({ text: `SELECT ${contents.join(', ')}`, rowMode: 'array' });
  return names.map((name, index) => ({ name, rows: (read[0] as readonly string[])[index] ?? '[]' }));
}

async function empty(pool: pg.Pool, schema: string, tables: readonly Table[]): Promise<void> {
  const of = (name: string): string => `"${schema}"."${name}"`;
  const isChanged = tables.map(({ name, rows }) =>
    rows === '[]'
      ? `EXISTS (SELECT 1 FROM ${of(name)})`
      : `(SELECT coalesce(json_agg(t), '[]')::text FROM ${of(name)} AS t) <> ${literal(rows)}`,
  );
  const { rows } = await pool.query({ text: `SELECT ${isChanged.join(', ')}`, rowMode: 'array' });
  const changed = tables.filter((_, index) => (rows[0] as readonly boolean[])[index]);
  const names = changed.map(({ name }) => of(name));
  const filled = tables.filter(({ rows }) => rows !== '[]');
  await pool.query(
    [
      'BEGIN',
      // The tables that refer to them are empty, too, or changed.
      ...(names.length === 0 ? [] : [`TRUNCATE ${names.join(', ')} CASCADE`]),
      ...filled.map(
        ({ name, rows }) =>
          `INSERT INTO ${of(name)} SELECT * FROM json_populate_recordset(NULL::${of(name)}, ${literal(rows)}) ON CONFLICT DO NOTHING`,
      ),
      `SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) FROM pg_sequences WHERE schemaname = ${literal(schema)}`,
      'COMMIT',
    ].join(';\n'),
  );
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
