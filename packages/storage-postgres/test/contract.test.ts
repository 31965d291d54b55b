import { storageContract } from '@botwright/testing/contracts';
import type pg from 'pg';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { postgresStorage } from '../src/postgres-storage.ts';
import { type EmptiedSchemas, emptiedSchemas } from './emptied-schemas.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

let server: PostgresServer;
let schemas: EmptiedSchemas;
/** The pool that the storage creates; the queue on pg-boss is tested on a pool without a pipeline. */
let pool: pg.Pool;
beforeAll(async () => {
  server = await startPostgres();
  schemas = emptiedSchemas(server);
  pool = server.openPool({ max: 20, pipeline: true });
}, 60_000);
afterAll(async () => {
  await pool.end();
  await server.stop();
});

const cases = storageContract({
  async open() {
    const schema = await schemas.take();
    return { schema, storage: await postgresStorage({ pool, schema }) };
  },
  reopen: ({ schema }) => postgresStorage({ pool, schema }),
  openBeside: ({ schema }) => postgresStorage({ pool, schema }),
  remove: ({ schema }) => schemas.giveBack(schema),
  limitMs: 230_000,
});

describe('PostgreSQL', () => {
  // Properties make hundreds of transactions, each of which waits for the server.
  for (const { title, run } of cases) it(title, { timeout: 240_000 }, run);
});
