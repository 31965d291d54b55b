import { statement } from '@botwright/storage-sql';
import { sql } from 'kysely';

/** Locks a name until the transaction ends. Names are those of the whole database: they begin with the schema. */
export const lockName = statement<{ readonly name: string }>()(
  (_dialect, { name }) => sql<never>`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`,
);
