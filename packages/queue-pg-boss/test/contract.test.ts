import { postgresStorage } from '@botwright/storage-postgres';
import { type OpenedStorage, storageContract } from '@botwright/testing/contracts';
import type { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type EmptiedSchemas, emptiedSchemas } from '../../storage-postgres/test/emptied-schemas.ts';
import { type PostgresServer, startPostgres } from '../../storage-postgres/test/postgres-server.ts';
import { pgBossStorage } from '../src/pg-boss-storage.ts';
import { startBoss } from './start-boss.ts';

let server: PostgresServer;
let schemas: EmptiedSchemas;
let boss: PgBoss;
let schema: string;

beforeAll(async () => {
  server = await startPostgres();
  schemas = emptiedSchemas(server);
  schema = server.newSchema();
  boss = await startBoss({ connectionString: server.url, schema });
}, 120_000);

afterAll(async () => {
  await boss.stop({ graceful: false });
  await server.drop(schema);
  await server.stop();
});

/** The database of a case, and the queue of its jobs. */
interface Place {
  readonly schema: string;
  readonly queue: string;
}

const openAt = async ({ schema, queue }: Place) => {
  const storage = await postgresStorage({ pool: server.pool, schema });
  return pgBossStorage({ boss, storage, queue });
};

const cases = storageContract<Place & OpenedStorage>({
  async open() {
    const place = { schema: await schemas.take(), queue: server.newSchema() };
    return { ...place, storage: await openAt(place) };
  },
  reopen: openAt,
  openBeside: openAt,
  limitMs: 230_000,
  async remove({ schema, queue }) {
    await boss.deleteQueue(queue);
    await boss.deleteQueue(`${queue}-dead`);
    await schemas.giveBack(schema);
  },
});

/**
 * Cases that read lists of customers and bots often, without queues. The contract of the PostgreSQL store covers them.
 */
const listsOfOthers = /^\[(?:ST56|ST100|ST101)\]|^\[CU50\] steps of any size/;

describe('PostgreSQL with pg-boss', () => {
  // The same as for the PostgreSQL store: properties make hundreds of transactions.
  for (const { title, run } of cases.filter((each) => !listsOfOthers.test(each.title)))
    it(title, { timeout: 240_000 }, run);
});
