import { postgresStorage } from '@botwright/storage/postgres';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../storage/test/postgres/postgres-server.ts';
import { findChange, frozenVersions, newestVersion, readFrozen } from './support/frozen-data.ts';
import { changesOfTables } from './support/incompatible-changes.ts';
import { makePostgres } from './support/postgres-text.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.stop());

/** Makes a schema with the data of a version, which is removed when the test ends. */
async function frozenSchema(version: string): Promise<string> {
  const schema = server.newSchema();
  onTestFinished(() => server.drop(schema));
  await makePostgres(server.pool, schema, readFrozen(version, 'postgres.sql'));
  return schema;
}

async function changeIn(version: string, schema: string): Promise<string | undefined> {
  const storage = await postgresStorage({ pool: server.pool, schema });
  onTestFinished(() => storage.close());
  return findChange(version, storage);
}

it.each(frozenVersions)(
  '[ST133] a schema of %s opens, reads the same, and its conversations continue',
  async (version) => {
    expect(await changeIn(version, await frozenSchema(version))).toBeUndefined();
  },
  120_000,
);

async function columnsIn(schema: string): Promise<unknown> {
  const columns = await server.pool.query(
    `SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns
      WHERE table_schema = '${schema}' ORDER BY 1, 2`,
  );
  const objects = await server.pool.query(
    `SELECT relname, relkind FROM pg_class WHERE relnamespace = '"${schema}"'::regnamespace ORDER BY 1, 2`,
  );
  const triggers = await server.pool.query(
    `SELECT t.tgname FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
      WHERE c.relnamespace = '"${schema}"'::regnamespace AND NOT t.tgisinternal ORDER BY 1`,
  );
  const version = await server.pool.query(`SELECT version FROM "${schema}".schema_version`);
  return [columns, objects, triggers, version].map(({ rows }) => rows);
}

it.each(frozenVersions)('[PG60] a schema of %s is that of a new store after it is opened', async (version) => {
  const schemas = [await frozenSchema(version), server.newSchema()];
  onTestFinished(() => server.drop(schemas[1] ?? ''));
  for (const schema of schemas) await (await postgresStorage({ pool: server.pool, schema })).close();
  const [upgraded, made] = await Promise.all(schemas.map(columnsIn));
  expect(upgraded).toEqual(made);
});

it.each(frozenVersions)('[ST133] in a schema of %s admitted requests still count', async (version) => {
  const storage = await postgresStorage({ pool: server.pool, schema: await frozenSchema(version) });
  onTestFinished(() => storage.close());
  const rate = { now: 1_767_312_000_000, limit: 1, windowMs: 100 * 24 * 60 * 60 * 1_000 };
  expect(await storage.rateLimiter.admit('caller', rate)).toMatchObject({ kind: 'refused' });
});

it.each(changesOfTables)('data are noticed that have $title', async ({ sql, noticed }) => {
  const schema = await frozenSchema(newestVersion);
  await server.pool.query(`BEGIN; SET LOCAL search_path TO "${schema}"; ${sql}; COMMIT`);
  expect(await changeIn(newestVersion, schema).catch((error: unknown) => String(error))).toMatch(noticed);
});
