import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Storage } from '@botwright/core/ports';
import { postgresStorage } from '@botwright/storage/postgres';
import pg from 'pg';
import type { Bench } from '../harness/benchmark.ts';
import { startPostgres } from '../servers/postgres-server.ts';
import type { BenchStores } from './bench-store.ts';
import { commit } from './write-records.ts';

/** A database for a benchmark, in which each store has a separate schema. */
export interface PostgresDatabase {
  readonly url: string;
  /** The process id of the server, unless it was running before. */
  readonly pid?: number;
  readonly pool: pg.Pool;
  readonly newSchema: () => string;
  /** Drops the schemas, and stops the server if it was started. */
  readonly close: () => Promise<void>;
}

/** @param url - The URL of a running server; empty: starts one. */
export async function postgresDatabase(
  { folder, peers }: Pick<Bench, 'folder' | 'peers'>,
  url: string,
): Promise<PostgresDatabase> {
  const server = url === '' ? await startPostgres(peers, join(folder(), 'postgres')) : undefined;
  const pool = new pg.Pool({ connectionString: server?.url ?? url, max: 10, pipeline: true });
  // A search for a part of a name uses it.
  await pool.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
  const schemas: string[] = [];
  return {
    url: server?.url ?? url,
    ...(server !== undefined && { pid: server.pid }),
    pool,
    newSchema() {
      const schema = `bench_${Date.now()}_${schemas.length}`;
      schemas.push(schema);
      return schema;
    },
    async close() {
      for (const schema of schemas) await pool.query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
      await pool.end();
      await server?.stop();
    },
  };
}

export async function postgresStores(bench: Pick<Bench, 'folder' | 'peers'>, url: string): Promise<BenchStores> {
  const database = await postgresDatabase(bench, url);
  const opened: Storage[] = [];
  return {
    async open() {
      const schema = database.newSchema();
      const storage = await postgresStorage({ pool: database.pool, schema });
      opened.push(storage);
      return { storage, settle: () => settle(database.pool, schema, storage) };
    },
    async close() {
      for (const storage of opened) await storage.close();
      await database.close();
    },
  };
}

/** Enough commits to make the store fold its counters. */
const foldedAfter = 256;

/** Folds counters, and does the work of autovacuum and of the checkpointer, which would otherwise fall into a measurement. */
async function settle(pool: pg.Pool, schema: string, storage: Storage): Promise<void> {
  for (let count = 0; count < foldedAfter; count += 1) await commit(storage, []);
  for (;;) {
    const { rows } = await pool.query(`SELECT 1 FROM "${schema}".counter_changes LIMIT 1`);
    if (rows.length === 0) break;
    await pause(50);
  }
  await pool.query('VACUUM ANALYZE');
  await pool.query('CHECKPOINT');
}
