import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { packageOptions } from '../../../scripts/built-for-tests.mjs';
import { findFreePort } from '../src/find-free-port.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
/** Processes share a compile cache, because compiling the sources takes most of their time. */
const compileCache = fileURLToPath(new URL('../../../node_modules/.cache/botwright/compiled', import.meta.url));

export interface BackendProcess {
  readonly url: string;
  /** Removed at the end. */
  readonly folder: string;
  readonly child: ChildProcess;
  /** All output, including errors. */
  printed(): string;
  /** Waits until the text has been printed this many times. */
  untilPrinted(text: RegExp, times?: number): Promise<void>;
  /** @returns The exit code. */
  stop(): Promise<number | null>;
}

/** Starts the example like `npm start`, with a new folder and these environment variables. */
export async function startBackend(env: Readonly<Record<string, string>>): Promise<BackendProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'builder-backend-'));
  // If the test runs as root, PostgreSQL runs as another user, who needs access to the folder.
  chmodSync(folder, 0o755);
  const database = await newDatabase();
  const port = await findFreePort();
  const child = spawn(process.execPath, [...packageOptions, main], {
    env: {
      ...process.env,
      ...env,
      ...(database !== undefined && { DATABASE_URL: database.url }),
      PORT: String(port),
      DATA: join(folder, 'data'),
      NODE_COMPILE_CACHE: compileCache,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  let printed = '';
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      printed += part;
      for (const look of waiting) look();
    });
  }

  async function untilPrinted(text: RegExp, times = 1): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = (): void => {
      if ((printed.match(new RegExp(text, 'g')) ?? []).length >= times) resolve();
    };
    waiting.add(look);
    look();
    const end = await Promise.race([promise, closed]);
    waiting.delete(look);
    if (end !== undefined) throw new Error(`It ended before it printed ${text}:\n${printed}`);
  }

  await untilPrinted(/kill -HUP/);
  return {
    url: `http://127.0.0.1:${port}`,
    folder,
    child,
    printed: () => printed,
    untilPrinted,
    async stop() {
      child.kill('SIGTERM');
      const [code] = await closed;
      await database?.drop();
      rmSync(folder, { recursive: true });
      return code;
    },
  };
}

/** A new database on the server of `DATABASE_URL`. Without it the example starts a server. */
async function newDatabase(): Promise<{ readonly url: string; drop(): Promise<void> } | undefined> {
  const server = process.env['DATABASE_URL'];
  if (server === undefined) return undefined;
  const name = `builder_backend_${process.pid}_${Date.now()}`;
  const run = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`DROP DATABASE ${name} WITH (FORCE)`) };
}
