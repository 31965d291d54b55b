import type { AnyKind } from '@botwright/core/ports';
import { type OpenedStorage, storageContract } from '@botwright/testing/contracts';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { postgresStorage } from '../../src/postgres/index.ts';
import { type EmptiedSchemas, emptiedSchemas } from './emptied-schemas.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

let server: PostgresServer;
const schemas = new Map<readonly AnyKind[], EmptiedSchemas>();
/** The pool that the storage creates; the queue on pg-boss is tested on a pool without a pipeline. */
let pool: ReturnType<PostgresServer['openPool']>;
beforeAll(async () => {
  server = await startPostgres();
  pool = server.openPool({ max: 20, pipeline: true });
});
afterAll(async () => {
  await pool.end();
  await server.stop();
});

const openAt = ({ schema }: Pick<Place, 'schema'>, kinds: readonly AnyKind[]) =>
  postgresStorage({ pool, schema, kinds });

interface Place {
  readonly schema: string;
  readonly emptied: EmptiedSchemas;
}

const cases = storageContract<Place & OpenedStorage>({
  async open(kinds) {
    const emptied = schemas.get(kinds) ?? emptiedSchemas(server, kinds);
    schemas.set(kinds, emptied);
    const schema = await emptied.take();
    return { schema, emptied, storage: await openAt({ schema }, kinds) };
  },
  reopen: openAt,
  openBeside: openAt,
  remove: ({ schema, emptied }) => emptied.giveBack(schema),
  limitMs: 230_000,
});

describe('PostgreSQL', () => {
  // Properties make hundreds of transactions, each of which waits for the server.
  for (const { title, run } of cases) it(title, { timeout: 240_000 }, run);
});
