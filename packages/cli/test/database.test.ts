import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type PostgresServer, startPostgres } from '../../storage/test/postgres/postgres-server.ts';
import { callBots } from './support/call-bots.ts';
import { callToken } from './support/call-token.ts';
import { call, publishEchoBot, readConversation } from './support/echo-bot.ts';
import { createTestFolder, type TestFolder } from './support/test-folder.ts';
import { tokenOf, visitor } from './support/visitor.ts';

let postgres: PostgresServer;
const databases: string[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
}, 120_000);

afterAll(async () => {
  for (const name of databases) await postgres.pool.query(`DROP DATABASE "${name}" WITH (FORCE)`);
  await postgres.stop();
});

/** @returns The URL of an empty database. */
async function newDatabase(): Promise<string> {
  const name = postgres.newSchema();
  await postgres.pool.query(`CREATE DATABASE "${name}"`);
  databases.push(name);
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return url.href;
}

const ports = ['--json', '--port', '0', '--chat-port', '0'];

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await wait(100);
}

it('[SV47][SV49][MT8][SV51][SV52][TW2] servers share a database: one answers requests, and another works', {
  timeout: 240_000,
}, async () => {
  const { folder, data, run, serve, stop, writeConfig } = createTestFolder();
  const database = await newDatabase();
  // The test polls until it gets the answer.
  const config = writeConfig({ allow_private_targets: true, rate_limits: { platform: 0 } });
  const web = await serve('--database', database, '--role', 'web', '--config', config);
  const { agent = '', channel = '' } = web.line.tokens ?? {};
  expect(existsSync(join(data, 'botwright.sqlite'))).toBe(false);
  const other = join(folder, 'other');
  mkdirSync(other);
  const startWorker = (...flags: readonly string[]) =>
    run('serve', ...ports, '--data', other, '--database', database, '--role', 'worker', '--config', config, ...flags);
  // A new folder has other keys.
  const stranger = startWorker();
  expect(await stranger.ended).toBe(1);
  const name = new URL(database);
  expect([stranger.stdout(), stranger.stderr()]).toEqual([
    '',
    `botwright: The database ${name.host}${name.pathname} was opened with other secret keys before. Give this server the keys of the others, with --secret-keys or in the config file.\n`,
  ]);
  expect(existsSync(join(other, 'secret-keys.json'))).toBe(false);

  await publishEchoBot(web.line, agent, 'http://127.0.0.1:9/');
  const say = (message: string) =>
    callToken(`${web.line.chat_url}send/ada/`, channel, {
      message: { type: 'text', message },
      customer: { name: 'Ada' },
    });
  const answers = async () => (await readConversation(web.line.platform_url, agent, 'Ada')).answers.length;
  expect((await say('Hello')).status).toBe(201);
  // A worker would have answered immediately.
  await wait(1_500);
  expect(await answers()).toBe(0);

  const worker = startWorker('--secret-keys', join(data, 'secret-keys.json'));
  const { operator_url: operator, ...rest } = (await worker.ready()) as unknown as Record<string, string>;
  expect(rest).toEqual({ pid: worker.child.pid });
  expect((await fetch(`${operator}/healthz`)).status).toBe(200);
  expect(await (await fetch(`${operator}/metrics`)).text()).toMatch(
    /process_cpu_seconds_total[\s\S]*botwright_delivery_attempts_total/,
  );
  expect((await fetch(`${operator}/v0-alpha/bots`)).status).toBe(404);

  await until(async () => (await answers()) === 1);
  // A token made in a worker's folder is valid for all servers after the worker's first request.
  const made = run('token', 'new', '--data', other, '--json');
  expect(await made.ended).toBe(0);
  const { token } = JSON.parse(made.stdout()) as { readonly token: string };
  await fetch(`${operator}/healthz`);
  expect((await callToken(`${web.line.platform_url}channels/`, token)).status).toBe(200);

  expect(existsSync(join(other, 'secret-keys.json'))).toBe(false);
  expect((await say('Again')).status).toBe(200);
  await until(async () => (await answers()) > 1);
  expect((await readConversation(web.line.platform_url, agent, 'Ada')).disorder).toEqual([]);
  for (const server of [worker, web.server]) {
    expect(await stop(server)).toBe(0);
    expect(server.stderr()).not.toMatch(/postgres:\/\/|:botwright@/);
  }
});

it('[SV50] one of several servers that start concurrently on an empty database makes the demo brand', {
  timeout: 240_000,
}, async () => {
  const database = await newDatabase();
  const key = { id: 'a', key: Buffer.alloc(32, 1).toString('base64') };
  const servers = [createTestFolder(), createTestFolder()];
  const lines = await Promise.all(
    servers.map(({ serve, writeConfig }) =>
      serve('--database', database, '--config', writeConfig({ secret_keys: [key] })),
    ),
  );
  const made = lines.flatMap(({ line }) => line.tokens ?? []);
  expect(made).toHaveLength(1);
  for (const { line } of lines) {
    expect((await callToken(`${line.platform_url}channels/`, made[0]?.agent ?? '')).status).toBe(200);
  }
});

it('[SV30][SV47] servers on a database accept sessions of each other, and count requests together', {
  timeout: 240_000,
}, async () => {
  const database = await newDatabase();
  const secret_keys = [{ id: 'a', key: Buffer.alloc(32, 1).toString('base64') }];
  const [first, second] = [createTestFolder(), createTestFolder()];
  const flags = (folder: TestFolder, rates = {}) => {
    return ['--database', database, '--config', folder.writeConfig({ secret_keys, rate_limits: rates })] as const;
  };
  const one = await first.serve(...flags(first, { bots: 5 }));
  const two = await second.serve(...flags(second, { bots: 5 }));
  const agent = one.line.tokens?.agent ?? '';
  const { data } = (await call(agent, 'POST', `${one.line.bots_url}/connected-accounts/scheduler/connections`)) as {
    readonly data: { readonly url: string };
  };
  const { open, send } = visitor();
  await send(new URL('/sign-in', one.line.bots_url).href, { token: agent, return_to: data.url });
  const there = new URL(new URL(data.url).pathname, two.line.bots_url).href;
  const page = await open(there);
  expect([page.status, page.text.includes('<strong>demo</strong>')]).toEqual([200, true]);
  expect((await send(there, { token: tokenOf(page), answer: 'cancel' })).status).toBe(200);

  // In any second: five a second would be ten if each server counted separately.
  const asked = Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? one : two).line.bots_url);
  const startedAt = performance.now();
  const statuses = await Promise.all(asked.map(async (url) => (await callBots(url, agent, 'GET', '/bots')).status));
  const seconds = Math.ceil((performance.now() - startedAt) / 1_000);
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(5 * (seconds + 1) - 1);
  expect(statuses).toContain(429);
});

it('[SV48][SV49][MT8][SV51] a database that cannot be used ends the command with one line, without a password', {
  timeout: 240_000,
}, async () => {
  const { data, run } = createTestFolder();
  const refusal = async (...flags: readonly string[]) => {
    const refused = run('serve', ...ports, ...flags);
    const code = await refused.ended;
    expect(refused.stdout()).toBe('');
    expect(refused.stderr()).not.toContain('s3cret');
    return [code, refused.stderr()];
  };
  const away = 'postgres://ada:s3cret@127.0.0.1:9/bots';
  expect(await refusal('--data', data, '--database', away)).toEqual([
    1,
    'botwright: The database 127.0.0.1:9/bots cannot be used (PostgreSQL cannot be reached: connect ECONNREFUSED 127.0.0.1:9).\n',
  ]);
  expect(existsSync(join(data, 'secret-keys.json'))).toBe(false);
  const port = await listenForPassword();
  expect(await refusal('--data', data, '--database', `postgres://ada@127.0.0.1:${port}/bots`)).toEqual([
    1,
    `botwright: The database 127.0.0.1:${port}/bots cannot be used (it asks for a password).\n`,
  ]);

  for (const [flags, said] of [
    [['--database', 'mysql://ada:s3cret@127.0.0.1/bots'], '--database needs a URL that begins with postgres://.'],
    [['--database', 'postgres://ada:s3cret#1@127.0.0.1/bots'], 'is not a URL: write # as %23'],
    [['--database', 'postgres://ada:s3cret/1@127.0.0.1/bots'], 'is not a URL: write # as %23'],
    [['--role', 'worker'], '--role worker needs --database'],
    [['--role', 'cook'], 'Allowed choices are all, web, worker.'],
    [['--database', away, '--data', ':memory:'], '--database needs a folder for --data, or --secret-keys'],
  ] as const) {
    const [code, printed] = await refusal(...flags);
    expect(code).toBe(2);
    expect(printed).toContain(said);
  }
});

/** A server that asks for a password, like PostgreSQL by default. @returns Its port. */
async function listenForPassword(): Promise<number> {
  const ask = (kind: number, text: string): Buffer => {
    const message = Buffer.from(`R\0\0\0\0\0\0\0\0${text}`);
    message.writeInt32BE(message.length - 1, 1);
    message.writeInt32BE(kind, 5);
    return message;
  };
  const server = createServer((socket) => {
    socket.on('data', (given) => {
      const nonce = /r=([^,]+)$/.exec(given.toString())?.[1];
      socket.write(nonce === undefined ? ask(10, 'SCRAM-SHA-256\0\0') : ask(11, `r=${nonce}1,s=c2FsdA==,i=4096`));
    });
    socket.on('error', () => {});
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
