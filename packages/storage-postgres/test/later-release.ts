import { postgresDialect } from '@botwright/storage-sql';
import type { ClientPool } from '../src/client.ts';
import { type Migration, migrate } from '../src/migrate.ts';
import { migrations } from '../src/migrations.ts';

/** The newest migration that this release knows. */
export const knownVersion: number = migrations.at(-1)?.version ?? 0;

/** The changes of a later release to a schema. The first migration has the version after `knownVersion`. */
export type LaterMigration = Pick<Migration, 'sql' | 'needs'>;

/** Migrates like a later release at its start. */
export async function migrateFurther(
  pool: ClientPool,
  schema: string,
  later: readonly LaterMigration[],
): Promise<void> {
  const further = later.map((each, index) => ({ version: knownVersion + 1 + index, name: 'later', ...each }));
  const client = await pool.connect();
  try {
    await migrate(client, [...migrations, ...further], { schema, dialect: postgresDialect(schema) });
  } finally {
    client.release();
  }
}
