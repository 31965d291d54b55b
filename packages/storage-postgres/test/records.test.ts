import type { AnyKind } from '@botwright/core/ports';
import { recordStoreContract, sampleKinds } from '@botwright/testing/contracts';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { postgresStorage } from '../src/postgres-storage.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.stop());

describe('records in PostgreSQL', () => {
  const capabilities = { durable: true, text: true, exclusive: true };
  for (const test of recordStoreContract({ open }, capabilities, sampleKinds)) {
    it.skipIf(test.skip !== undefined)(test.title, { timeout: 60_000 }, () => test.run());
  }
});

async function open(kinds: readonly AnyKind[]) {
  const schema = server.newSchema();
  const pool = server.openPool({ max: 8, pipeline: true });
  const records = await postgresStorage({ pool, schema, kinds });
  return {
    records,
    reopen: async () => records,
    async close() {
      await records.close();
      await server.drop(schema);
      await pool.end();
    },
  };
}
