import { statement } from '@botwright/storage-sql';
import { sql } from 'kysely';

/**
 * Locks a name until the transaction ends. All schemas of a database share the names, so a name begins with the schema.
 */
export const lockName = statement<{ readonly name: string }>()(
  (_dialect, { name }) => sql<never>`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`,
);
