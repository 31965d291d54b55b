import { storageContract } from '@botwright/port-contracts';
import { postgresStorage } from '@botwright/storage-postgres';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../../storage-postgres/test/postgres-server.ts';
import { pgBossStorage } from '../src/pg-boss-storage.ts';

let server: PostgresServer;
let boss: PgBoss;
let schema: string;

beforeAll(async () => {
  server = await startPostgres();
  schema = server.newSchema();
  boss = await new PgBoss({ connectionString: server.url, schema, supervise: false, schedule: false }).start();
}, 120_000);

afterAll(async () => {
  await boss.stop({ graceful: false });
  await server.drop(schema);
  await server.stop();
});

const openSchema = async (ofTest: string) => {
  const storage = await postgresStorage({ pool: server.pool, schema: ofTest });
  return pgBossStorage({ boss, storage, queue: ofTest });
};

const cases = storageContract({
  async open() {
    const ofTest = server.newSchema();
    return { ofTest, storage: await openSchema(ofTest) };
  },
  reopen: ({ ofTest }) => openSchema(ofTest),
  openBeside: ({ ofTest }) => openSchema(ofTest),
  async remove({ ofTest }) {
    await boss.deleteQueue(ofTest);
    await boss.deleteQueue(`${ofTest}-dead`);
    await server.drop(ofTest);
  },
});

describe('PostgreSQL with pg-boss', () => {
  for (const { title, run } of cases) it(title, run);
});
