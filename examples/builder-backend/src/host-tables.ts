import type { Pool } from 'pg';

/** The application's tables, in the same database as the engine's schema. */
const tables = `
CREATE SCHEMA IF NOT EXISTS app;
CREATE TABLE IF NOT EXISTS app.companies (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL
);
CREATE TABLE IF NOT EXISTS app.people (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  company bigint NOT NULL REFERENCES app.companies,
  name text NOT NULL,
  email text NOT NULL UNIQUE,
  salt bytea NOT NULL,
  password_key bytea NOT NULL
);
CREATE TABLE IF NOT EXISTS app.sessions (
  token_hash bytea PRIMARY KEY,
  person uuid NOT NULL REFERENCES app.people,
  until timestamptz NOT NULL
);
CREATE TABLE IF NOT EXISTS app.activity (
  position bigint PRIMARY KEY,
  event jsonb NOT NULL
);
`;

/** Makes missing tables. One of several nodes that start concurrently makes them; the others wait. */
export async function makeHostTables(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // One text is one transaction; its end releases the lock.
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('app tables')); ${tables}`);
  } finally {
    client.release();
  }
}
