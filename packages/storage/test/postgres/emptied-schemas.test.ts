import { afterAll, beforeAll, expect, it } from 'vitest';
import { postgresStorage } from '../../src/postgres/index.ts';
import { emptiedSchemas } from './emptied-schemas.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { ask, putBot, store } from './samples.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.stop());

/** All rows of a schema, and the next number of each sequence. */
async function dump(schema: string): Promise<unknown> {
  const { rows: tables } = await server.pool.query('SELECT tablename FROM pg_tables WHERE schemaname = $1 ORDER BY 1', [
    schema,
  ]);
  const { rows: sequences } = await server.pool.query(
    'SELECT sequencename, start_value, last_value FROM pg_sequences WHERE schemaname = $1 ORDER BY 1',
    [schema],
  );
  const contents: [string, unknown][] = [];
  for (const { tablename } of tables as readonly { readonly tablename: string }[]) {
    const { rows } = await server.pool.query(`SELECT * FROM "${schema}"."${tablename}"`);
    contents.push([tablename, rows]);
  }
  return { contents: Object.fromEntries(contents), sequences };
}

it('a schema that was given back is as it was made', async () => {
  const schemas = emptiedSchemas(server);
  const schema = await schemas.take();
  const asMade = await dump(schema);

  const storage = await postgresStorage({ pool: server.pool, schema });
  const next = { do: 'number', sequence: 'bot' } as const;
  await store(storage, putBot('a'));
  expect(await ask(storage, next)).toBe(1);
  await server.pool.query(`UPDATE "${schema}".delivery_turns SET last = 7`);
  await storage.close();
  expect(await dump(schema)).not.toEqual(asMade);

  await schemas.giveBack(schema);
  expect(await schemas.take()).toBe(schema);
  expect(await dump(schema)).toEqual(asMade);
  const again = await postgresStorage({ pool: server.pool, schema });
  expect(await ask(again, next)).toBe(1);
  await store(again, putBot('a'));
  await again.close();
});
