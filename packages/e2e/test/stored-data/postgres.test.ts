import { postgresStorage } from '@botwright/storage/postgres';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../storage/test/postgres/postgres-server.ts';
import { findChange, frozenVersions, readFrozen } from './support/frozen-data.ts';
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

it.each(frozenVersions)('[ST133] in a schema of %s admitted requests still count', async (version) => {
  const storage = await postgresStorage({ pool: server.pool, schema: await frozenSchema(version) });
  onTestFinished(() => storage.close());
  const rate = { now: 1_767_312_000_000, limit: 1, windowMs: 100 * 24 * 60 * 60 * 1_000 };
  expect(await storage.rateLimiter.admit('caller', rate)).toMatchObject({ kind: 'refused' });
});

it.each(changesOfTables)('data are noticed that have $title', async ({ sql, noticed }) => {
  const schema = await frozenSchema('0.1.0');
  await server.pool.query(`BEGIN; SET LOCAL search_path TO "${schema}"; ${sql}; COMMIT`);
  expect(await changeIn('0.1.0', schema).catch((error: unknown) => String(error))).toMatch(noticed);
});
