import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { startEmbedded } from './embedded-server.ts';
import { sharedServerUrl } from './shared-server.ts';

export interface PostgresServer {
  /** The URL of a database that no other test uses. */
  readonly url: string;
  /** A pool of the host, ended with the server. */
  readonly pool: pg.Pool;
  /** Makes another pool of the host, to that database, which the test ends. */
  openPool(config?: pg.PoolConfig): pg.Pool;
  /** A name that no other test uses. */
  newSchema(): string;
  drop(schema: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Creates a database on the server in `DATABASE_URL`, on the shared server of the test run, or on a server that it
 * starts. Extensions belong to a database, so a test that creates one disturbs no other.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const known = process.env['DATABASE_URL'] ?? (await sharedServerUrl());
  const started = known === undefined ? await startEmbedded() : { url: known, stop: async () => {} };
  const name = unusedName();
  await onServer(started.url, `CREATE DATABASE ${name}`);
  const url = new URL(started.url);
  url.pathname = `/${name}`;
  const openPool = (config: pg.PoolConfig = {}): pg.Pool => {
    const pool = new pg.Pool({ connectionString: url.href, ...config });
    // A pool ends before its connections do: the server may still report that the database was dropped.
    pool.on('error', () => undefined);
    return pool;
  };
  const pool = openPool({ max: 20 });
  return {
    url: url.href,
    pool,
    openPool,
    newSchema: unusedName,
    async drop(schema) {
      await pool.query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
    },
    async stop() {
      await pool.end();
      await onServer(started.url, `DROP DATABASE ${name} WITH (FORCE)`);
      await started.stop();
    },
  };
}

function unusedName(): string {
  return `test_${randomUUID().replaceAll('-', '_')}`;
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
