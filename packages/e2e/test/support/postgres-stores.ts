import type { Storage } from '@botwright/core/ports';
import { postgresStorage } from '@botwright/storage/postgres';
import { onTestFinished } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../storage/test/postgres/postgres-server.ts';
import { afterFile } from './after-file.ts';
import type { InspectableStore } from './inspectable-store.ts';

/** One database a file, with a schema for each store. */
let starting: Promise<PostgresServer> | undefined;

function server(): Promise<PostgresServer> {
  if (starting === undefined) {
    const started = startPostgres();
    starting = started;
    afterFile.push(async () => {
      starting = undefined;
      await (await started).stop();
    });
  }
  return starting;
}

/** An empty store in a separate schema, which the caller closes. */
export async function openPostgresStorage(): Promise<Storage> {
  const { pool, newSchema } = await server();
  return postgresStorage({ pool, schema: newSchema() });
}

/** Storages of one empty schema, each with a separate pool. They are closed when the test ends. */
export async function openPostgresStorages(count: number): Promise<readonly Storage[]> {
  const { url, newSchema } = await server();
  const schema = newSchema();
  const storages = await Promise.all(Array.from({ length: count }, () => postgresStorage({ url, schema })));
  onTestFinished(async () => {
    await Promise.all(storages.map((storage) => storage.close()));
  });
  return storages;
}

/** An empty store in a separate schema, which is closed when the test ends. */
export async function openPostgres(): Promise<InspectableStore> {
  const { pool, newSchema } = await server();
  const schema = newSchema();
  const storage = await postgresStorage({ pool, schema });
  onTestFinished(() => storage.close());
  return { storage, dump: () => dumpSchema(pool, schema) };
}

/** Reads all tables in one snapshot. Sorts rows by their text, because tables have no order. */
async function dumpSchema(pool: PostgresServer['pool'], schema: string): Promise<unknown> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const tables = await client.query('SELECT tablename FROM pg_tables WHERE schemaname = $1 ORDER BY tablename', [
      schema,
    ]);
    const contents: Record<string, unknown> = {};
    for (const { tablename } of tables.rows as readonly { readonly tablename: string }[]) {
      const { rows } = await client.query(`SELECT * FROM "${schema}"."${tablename}" AS t ORDER BY t::text`);
      contents[tablename] = rows;
    }
    await client.query('COMMIT');
    return contents;
  } finally {
    client.release();
  }
}
