import type { AnyKind } from '@botwright/core/ports';
import { type OpenedStorage, storageContract } from '@botwright/testing/contracts';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { pglitePool, postgresStorage } from '../src/index.ts';

let db: PGlite;
beforeAll(async () => {
  db = await PGlite.create({ extensions: { pg_trgm } });
  await db.exec('CREATE EXTENSION pg_trgm');
}, 60_000);
afterAll(() => db.close());

let schemas = 0;

interface Place {
  readonly schema: string;
}

const openAt = ({ schema }: Place, kinds: readonly AnyKind[]) =>
  postgresStorage({ pool: pglitePool(db), schema, kinds });

const cases = storageContract<Place & OpenedStorage>({
  async open(kinds) {
    schemas += 1;
    const schema = `test_${schemas}`;
    return { schema, storage: await openAt({ schema }, kinds) };
  },
  reopen: openAt,
  openBeside: openAt,
  remove: async ({ schema }) => void (await db.exec(`DROP SCHEMA "${schema}" CASCADE`)),
  limitMs: 230_000,
});

describe('PGlite', () => {
  for (const { title, run } of cases) it(title, { timeout: 240_000 }, run);
});
