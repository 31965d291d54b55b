import { storageContract } from '@botwright/port-contracts';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { postgresStorage } from '../src/postgres-storage.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.stop());

const cases = storageContract({
  async open() {
    const schema = server.newSchema();
    return { schema, storage: await postgresStorage({ pool: server.pool, schema }) };
  },
  reopen: ({ schema }) => postgresStorage({ pool: server.pool, schema }),
  openBeside: ({ schema }) => postgresStorage({ pool: server.pool, schema }),
  remove: ({ schema }) => server.drop(schema),
});

describe('PostgreSQL', () => {
  // Properties make hundreds of transactions, each of which waits for the server.
  for (const { title, run } of cases) it(title, { timeout: 240_000 }, run);
});
