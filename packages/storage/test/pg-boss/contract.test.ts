import type { AnyKind } from '@botwright/core/ports';
import { type OpenedStorage, storageContract } from '@botwright/testing/contracts';
import type { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { pgBossStorage } from '../../src/pg-boss/pg-boss-storage.ts';
import { postgresStorage } from '../../src/postgres/postgres-storage.ts';
import { type EmptiedSchemas, emptiedSchemas } from '../postgres/emptied-schemas.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { startBoss } from './start-boss.ts';

let server: PostgresServer;
const schemas = new Map<readonly AnyKind[], EmptiedSchemas>();
let boss: PgBoss;
let schema: string;

beforeAll(async () => {
  server = await startPostgres();
  schema = server.newSchema();
  boss = await startBoss({ connectionString: server.url, schema });
});

afterAll(async () => {
  await boss.stop({ graceful: false });
  await server.drop(schema);
  await server.stop();
});

/** The database of a case, and the queue of its jobs. */
interface Place {
  readonly schema: string;
  readonly queue: string;
  readonly emptied: EmptiedSchemas;
}

const openAt = async ({ schema, queue }: Place, kinds: readonly AnyKind[]) => {
  const storage = await postgresStorage({ pool: server.pool, schema, kinds });
  return pgBossStorage({ boss, storage, queue });
};

const cases = storageContract<Place & OpenedStorage>({
  async open(kinds) {
    const emptied = schemas.get(kinds) ?? emptiedSchemas(server, kinds);
    schemas.set(kinds, emptied);
    const place = { schema: await emptied.take(), queue: server.newSchema(), emptied };
    return { ...place, storage: await openAt(place, kinds) };
  },
  reopen: openAt,
  openBeside: openAt,
  limitMs: 230_000,
  async remove({ schema, queue, emptied }) {
    await boss.deleteQueue(queue);
    await boss.deleteQueue(`${queue}-dead`);
    await emptied.giveBack(schema);
  },
});

/** Cases without queues. The contract of the PostgreSQL store covers them. */
const isOfRecords = /^\[RS/;

describe('PostgreSQL with pg-boss', () => {
  // The same as for the PostgreSQL store: properties make hundreds of transactions.
  for (const { title, run } of cases.filter((each) => !isOfRecords.test(each.title)))
    it(title, { timeout: 240_000 }, run);
});
