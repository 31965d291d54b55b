import type { Pool } from 'pg';

/** The application's own tables, beside the schema that the engine has in the same database. */
const tables = `
CREATE SCHEMA IF NOT EXISTS app;
CREATE TABLE IF NOT EXISTS app.companies (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL
);
CREATE TABLE IF NOT EXISTS app.people (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company bigint NOT NULL REFERENCES app.companies,
  name text NOT NULL,
  email text NOT NULL UNIQUE,
  salt bytea NOT NULL,
  password_key bytea NOT NULL
);
CREATE TABLE IF NOT EXISTS app.sessions (
  token_hash bytea PRIMARY KEY,
  person bigint NOT NULL REFERENCES app.people,
  until timestamptz NOT NULL
);
`;

/** Makes the tables that do not exist. Of nodes that start at once one does it, and the others wait. */
export async function makeHostTables(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // One text is one transaction, at whose end the lock is free again.
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('app tables')); ${tables}`);
  } finally {
    client.release();
  }
}
