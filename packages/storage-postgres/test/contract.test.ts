import { storageContract } from '@botwright/port-contracts';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { postgresStorage } from '../src/postgres-storage.ts';
import { type EmptiedSchemas, emptiedSchemas } from './emptied-schemas.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

let server: PostgresServer;
let schemas: EmptiedSchemas;
beforeAll(async () => {
  server = await startPostgres();
  schemas = emptiedSchemas(server);
}, 60_000);
afterAll(() => server.stop());

const cases = storageContract({
  async open() {
    const schema = await schemas.take();
    return { schema, storage: await postgresStorage({ pool: server.pool, schema }) };
  },
  reopen: ({ schema }) => postgresStorage({ pool: server.pool, schema }),
  openBeside: ({ schema }) => postgresStorage({ pool: server.pool, schema }),
  remove: ({ schema }) => schemas.giveBack(schema),
});

describe('PostgreSQL', () => {
  // Properties make hundreds of transactions, each of which waits for the server.
  for (const { title, run } of cases) it(title, { timeout: 240_000 }, run);
});
