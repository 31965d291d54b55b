import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type PostgresServer, startPostgres } from '../../../storage/test/postgres/postgres-server.ts';
import { listOf, readStages, textsOf } from './dockerfile.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const [globals = [], build = [], image = []] = readStages(read('Dockerfile'));

interface Service {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on: Readonly<Record<string, { readonly condition: string }>>;
}
const { services } = parse(read('compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<'web' | 'worker', Service>>;
};

/** The contents of the image: `/app` and the volumes are folders here. */
let folder: string;
let database: PostgresServer;
const inImage = (path: string): string => join(folder, 'image', path);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'botwright-container-'));
  mkdirSync(join(folder, 'image/usr/local/bin'), { recursive: true });
  const [prepare, ...others] = textsOf(build, 'RUN');
  // The first command ran in this repository before the tests.
  expect(prepare).toBe('node scripts/prepare.mjs');
  for (const command of others) {
    await promisify(execFile)('sh', ['-ec', command.replaceAll(' /app', ` ${inImage('app')}`)], { cwd: root });
  }
  database = await startPostgres();
}, 300_000);

afterAll(async () => {
  await database.stop();
  rmSync(folder, { recursive: true });
});

it('the image has the Node and the package manager of the project', () => {
  const { devDependencies, packageManager } = JSON.parse(read('package.json'));
  expect(textsOf(globals, 'ARG')).toEqual([`NODE_VERSION=${devDependencies.node}`]);
  expect(read('Dockerfile').match(/pnpm@[\d.]+/g)).toEqual([packageManager]);
  const node = `node:$\{NODE_VERSION}-bookworm-slim`;
  expect([...textsOf(build, 'FROM'), ...textsOf(image, 'FROM')]).toEqual([`${node} AS build`, node]);
});

it('the image does not run as root, and starts the server without a shell in between', () => {
  expect(textsOf(image, 'USER')).toEqual(['node']);
  expect(listOf(image, 'ENTRYPOINT')).toEqual(['botwright']);
  const links = textsOf(image, 'RUN').join('\n');
  expect(links).toContain('ln -s /app/bin/botwright.js /usr/local/bin/botwright');
  expect(readFileSync(inImage('app/bin/botwright.js'), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
});

it('what the image has needs nothing outside of it, and nothing that only developers need', () => {
  const outside: string[] = [];
  const visit = (place: string): void => {
    for (const entry of readdirSync(place, { withFileTypes: true })) {
      const path = join(place, entry.name);
      if (entry.isDirectory()) visit(path);
      if (!entry.isSymbolicLink()) continue;
      const target = relative(inImage('app'), resolve(place, readlinkSync(path)));
      if (target.startsWith('..') || isAbsolute(target)) outside.push(path);
    }
  };
  visit(inImage('app'));
  expect(outside).toEqual([]);
  expect(readdirSync(inImage('app'))).toEqual(expect.arrayContaining(['LICENSE', 'NOTICE.md', 'bin', 'dist']));
  expect(
    readdirSync(inImage('app/node_modules/.pnpm')).filter((name) => /^(typescript|vitest|@types)/.test(name)),
  ).toEqual([]);
});

/**
 * Runs the container's command, with folders in place of its volumes and free ports in place of the container's ports.
 */
function startContainer(command: readonly string[], volumes: Readonly<Record<string, string>>, env = {}) {
  const [node] = process.execPath.split(/(?=\/[^/]+$)/);
  const link = join(folder, 'image/usr/local/bin', 'botwright');
  rmSync(link, { force: true });
  symlinkSync(inImage('app/bin/botwright.js'), link);
  const local = (argument: string): string => {
    const mount = Object.keys(volumes).find((path) => argument === path || argument.startsWith(`${path}/`));
    return mount === undefined ? argument : join(folder, volumes[mount] ?? '', argument.slice(mount.length));
  };
  const [program = ''] = listOf(image, 'ENTRYPOINT');
  const args = [...command.map(local), '--port', '0', '--chat-port', '0', '--json'];
  const child = spawn(join(folder, 'image/usr/local/bin', program), args, {
    cwd: folder,
    env: { PATH: `${node}:/usr/bin:/bin`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const errors = text(child.stderr);
  return {
    async ready(): Promise<Record<string, string> & { tokens?: Record<'agent' | 'channel', string> }> {
      for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line);
      throw new Error(`It ended before it was ready: ${await errors}`);
    },
    async stop(): Promise<number | null> {
      child.kill(textsOf(image, 'STOPSIGNAL')[0] as NodeJS.Signals);
      return ended;
    },
  };
}

/** Runs the health check of the image against a server. @returns Its exit code. */
async function checkHealth(url: string): Promise<number | null> {
  const [program = '', ...args] = listOf(image, 'HEALTHCHECK');
  const child = spawn(
    program,
    args.map((argument) => argument.replace('http://127.0.0.1:3000', new URL(url).origin)),
  );
  const [code] = await once(child, 'close');
  return code;
}

it('the image serves, is healthy, and stops when it is asked to', { timeout: 120_000 }, async () => {
  const server = startContainer(listOf(image, 'CMD'), { '/data': 'alone' });
  const { bots_url: url = '' } = await server.ready();
  expect(readdirSync(join(folder, 'alone'))).toEqual(expect.arrayContaining(['botwright.sqlite', 'secret-keys.json']));
  expect((await fetch(`${url}/openapi.yml`)).status).toBe(401);
  expect(await checkHealth(url)).toBe(0);
  expect(await server.stop()).toBe(0);
  expect(await checkHealth(url)).toBe(1);
});

it('the services of compose.yaml share a database and keys: one takes a message, the other delivers it', {
  timeout: 240_000,
}, async () => {
  const name = database.newSchema();
  await database.pool.query(`CREATE DATABASE "${name}"`);
  const local = new URL(database.url);
  local.pathname = `/${name}`;
  const start = ({ command, volumes, environment }: Service) => {
    // As compose fills it in when nothing is set.
    const url = new URL((environment['BOTWRIGHT_DATABASE'] ?? '').replace(/\$\{\w+:-(\w+)\}/, '$1'));
    expect([url.hostname, url.pathname]).toEqual(['postgres', '/botwright']);
    const mounts = volumes.map((volume) => volume.split(':')).map(([from = '', to = '']) => [to, from] as const);
    return startContainer(command, Object.fromEntries(mounts), { BOTWRIGHT_DATABASE: local.href });
  };

  const web = start(services.web);
  const { bots_url: bots = '', chat_url: chat = '', platform_url: platform = '', tokens } = await web.ready();
  expect(await checkHealth(bots)).toBe(0);
  const worker = start(services.worker);
  const { operator_url: operator = '' } = await worker.ready();
  expect(await checkHealth(operator)).toBe(0);

  const call = async <T>(url: string, token = '', body?: unknown): Promise<T> => {
    const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(url, { headers, ...sent });
    expect(answer.ok).toBe(true);
    return (await answer.json()) as T;
  };
  const { agent, channel } = tokens ?? {};
  const created = { name: 'Hello', channel_family: 'apichat' };
  const { id } = (await call<{ data: { id: string } }>(`${bots}/bots`, agent, created)).data;
  const blocks = [{ id: 'bot_start', type: 'send_text', params: { text: 'Hello!' } }];
  await call(`${bots}/bots/${id}/draft/blocks`, agent, { blocks });
  await call(`${bots}/bots/${id}/versions`, agent, {});
  await call(`${chat}send/ada/`, channel, { message: { type: 'text', message: 'Hi' }, customer: { name: 'Ada' } });
  const { customers } = await call<{ customers: { id: number }[] }>(`${platform}customers/`, agent);
  const said = async () => {
    const url = `${platform}customers/${customers[0]?.id}/messages/`;
    const { messages } = await call<{ messages: { data: { body: string } }[] }>(url, agent);
    return messages.map(({ data }) => data.body);
  };
  while ((await said()).length < 2) await wait(200);
  expect(await said()).toEqual(expect.arrayContaining(['Hi', 'Hello!']));

  expect(await worker.stop()).toBe(0);
  expect(await web.stop()).toBe(0);
  await database.pool.query(`DROP DATABASE "${name}" WITH (FORCE)`);
});

it('compose.yaml publishes the ports that the image has, on this machine alone', () => {
  const exposed = textsOf(image, 'EXPOSE').flatMap((ports) => ports.split(' '));
  expect(services.web.ports).toEqual(exposed.map((port) => `127.0.0.1:${port}:${port}`));
  expect(services.worker).not.toHaveProperty('ports');
  expect(services.worker.depends_on).toEqual({ web: { condition: 'service_healthy' } });
});
