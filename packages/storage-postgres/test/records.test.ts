import { randomUUID } from 'node:crypto';
import type { AnyKind } from '@botwright/core/ports';
import { recordTables } from '@botwright/storage-sql';
import { recordStoreContract, sampleKinds } from '@botwright/testing/contracts';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { postgresDialect, postgresRecordSchema, postgresRecords } from '../src/records/postgres-records.ts';
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
  const name = `records_${randomUUID().slice(0, 8)}`;
  const pool = server.openPool({ max: 8, pipeline: true, options: `-c search_path=${name}` });
  const schema = { tables: recordTables(kinds), dialect: postgresDialect };
  await pool.query(`CREATE SCHEMA ${name}`);
  for (const statement of postgresRecordSchema(schema.tables)) await pool.query(statement);
  const records = postgresRecords({
    schema,
    async connect(work) {
      const client = await pool.connect();
      try {
        return await work(client);
      } finally {
        client.release();
      }
    },
  });
  return {
    records,
    reopen: async () => records,
    async close() {
      await pool.query(`DROP SCHEMA ${name} CASCADE`);
      await pool.end();
    },
  };
}
