import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { callBots } from './support/call-bots.ts';
import { callToken } from './support/call-token.ts';
import { shellProgram } from './support/serve-process.ts';
import { createTestFolder } from './support/test-folder.ts';

const run = promisify(execFile);

describe('a first start', () => {
  it('[SV1][SV4][SV6][SV7] prints one line with addresses, pid and tokens, and the tokens work', async () => {
    const { serve } = createTestFolder();
    const { server, line } = await serve();
    const agent = line.tokens?.agent ?? '';
    expect(line).toEqual({
      bots_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:[1-9]\d*\/v0-alpha$/),
      platform_url: line.bots_url.replace('/v0-alpha', '/v1/'),
      chat_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:[1-9]\d*\/v1\/$/),
      pid: server.child.pid,
      tokens: { agent: expect.stringMatching(/^[\w-]{22,}$/), channel: expect.stringMatching(/^[\w-]{22,}$/) },
    });

    const created = await callBots(line.bots_url, agent, 'POST', '/bots', { name: 'First', channel_family: 'native' });
    expect(created).toMatchObject({ status: 201, body: { data: { name: 'First', workspace: 1 } } });
    expect(created.headers.get('location')).toMatch(new RegExp(`^${line.bots_url}/bots/`));
    expect(server.stdout()).toBe(`${JSON.stringify(line)}\n`);
    expect(new URL(line.chat_url).port).not.toBe(new URL(line.bots_url).port);

    expect(await callToken(`${line.platform_url}channels/`, agent)).toMatchObject({
      status: 200,
      body: { total: 3, channels: [{ type: 'native', name: 'Website' }, { type: 'apichat', name: 'Messenger' }, {}] },
    });
    const message = { message: { type: 'text', message: 'Hi' } };
    expect(await callToken(`${line.chat_url}send/ada/`, line.tokens?.channel ?? '', message)).toMatchObject({
      status: 201,
      body: { success: true, customer: { token: 'ada' } },
    });
  });

  it('[SV24][SV45] makes all files, including the key, readable only by their owner', async () => {
    const { serve, stop, data } = createTestFolder();
    mkdirSync(data, { mode: 0o777 });
    writeFileSync(join(data, 'server.lock'), '');
    for (const path of [data, join(data, 'server.lock')]) chmodSync(path, 0o777);
    const { server } = await serve();
    const modes = readdirSync(data).map((name) => [name, statSync(join(data, name)).mode & 0o777]);
    expect(Object.fromEntries(modes)).toEqual({
      'botwright.sqlite': 0o600,
      'botwright.sqlite-shm': 0o600,
      'botwright.sqlite-wal': 0o600,
      'secret-keys.json': 0o600,
      'server.lock': 0o600,
      'tokens.json': 0o600,
    });
    await stop(server);
  });

  it('[SV2][SV8] restricts the folder to its owner, and stores no token in it', async () => {
    const { serve, stop, data } = createTestFolder();
    const { server, line } = await serve();
    await stop(server);
    expect(statSync(data).mode & 0o777).toBe(0o700);
    for (const file of readdirSync(data)) {
      const bytes = readFileSync(join(data, file));
      for (const token of Object.values(line.tokens ?? {})) expect(bytes.includes(token)).toBe(false);
    }
  });

  it('[SV2][SV5][SV7][SV71] prints the addresses, the data folder, the tokens and a command whose answer has the reply of the bot', async () => {
    const { run: runBotwright } = createTestFolder();
    const server = runBotwright('serve', '--port', '0', '--chat-port', '0');
    await server.untilPrinted(/Ctrl\+C/);
    const text = server.stdout();
    const base = /http:\/\/127\.0\.0\.1:\d+\/v0-alpha/.exec(text)?.[0] ?? '';
    const token = /Agent token {4}(\S+)/.exec(text)?.[1] ?? '';
    expect(text).toMatch(/Data {10}\.\/\.botwright\n/);
    expect((await callBots(base, token, 'GET', '/bots')).status).toBe(200);

    const lines = text.split('\n').filter((line) => line.startsWith('  curl '));
    expect(lines).toHaveLength(1);
    const { data: said } = JSON.parse((await run('sh', ['-c', `${lines[0]} -s`])).stdout);
    expect(said).toMatchObject({
      token: expect.any(String),
      status: 'waiting',
      messages: [
        { type: 'text', data: { body: 'Hi' }, sender: { type: 'customer' } },
        { type: 'dialog', data: { body: expect.stringContaining('Hello') }, sender: { type: 'bot' } },
      ],
    });
  });
});

describe('the console', () => {
  const linkOf = (text: string): URL => new URL(/Console {7}(\S+)/.exec(text)?.[1] ?? '');

  it('[SV54][SV55][SV57] a first start publishes demo bots, and its link signs in once', async () => {
    const { run: runBotwright } = createTestFolder();
    const server = runBotwright('serve', '--port', '0', '--chat-port', '0');
    await server.untilPrinted(/Ctrl\+C/);
    const link = linkOf(server.stdout());
    const page = await fetch(link);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);

    const begin = async () =>
      fetch(new URL('/console/api/session', link), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code: link.hash.replace('#start=', '') }),
      });
    const begun = await begin();
    const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect([begun.status, (await begin()).status]).toEqual([204, 401]);
    const get = async (path: string, headers: Record<string, string> = { cookie }) =>
      fetch(new URL(path, link), { headers, redirect: 'manual' });
    expect(await (await get('/console/api/session')).json()).toMatchObject({ data: { brand: 'demo', person: 1 } });
    const bots = (await (await get('/console/api/v0-alpha/bots?order=-created_at')).json()) as { data: object[] };
    expect(bots.data).toMatchObject([
      { number: 2, channel_family: 'apichat', state: 'active', published_at: expect.any(String) },
      { number: 1, channel_family: 'native', state: 'active', published_at: expect.any(String) },
    ]);
    // An anonymous person reaches the page through the sign-in, which shares the sessions.
    expect((await get('/')).status).toBe(200);
    const sent = await get('/', {});
    expect([sent.status, sent.headers.get('location')]).toEqual([
      303,
      `${link.origin}/sign-in?${new URLSearchParams({ return_to: `${link.origin}/` })}`,
    ]);
    expect((await get(sent.headers.get('location') ?? '', {})).status).toBe(200);
  });

  it('[SV55][SV57] --no-demo publishes nothing, and a later start prints an address without a code', async () => {
    const { run: runBotwright, stop, data } = createTestFolder();
    const flags = ['serve', '--no-demo', '--port', '0', '--chat-port', '0', '--data', data];
    const first = runBotwright(...flags);
    await first.untilPrinted(/Ctrl\+C/);
    const token = /Agent token {4}(\S+)/.exec(first.stdout())?.[1];
    const base = /Bots API {6}(\S+)/.exec(first.stdout())?.[1] ?? '';
    expect((await callBots(base, token, 'GET', '/bots')).body).toMatchObject({ meta: { total: 0 } });
    await stop(first);
    const second = runBotwright(...flags);
    await second.untilPrinted(/Ctrl\+C/);
    const { pathname, search, hash } = linkOf(second.stdout());
    expect([pathname, search, hash]).toEqual(['/', '', '']);
  });

  it('[SV74] signing out ends the session, also for a copy of its cookie and after the next start', async () => {
    const { run: runBotwright, stop, data } = createTestFolder();
    const flags = ['serve', '--no-demo', '--port', '0', '--chat-port', '0', '--data', data];
    const first = runBotwright(...flags);
    await first.untilPrinted(/Ctrl\+C/);
    const token = /Agent token {4}(\S+)/.exec(first.stdout())?.[1] ?? '';
    let { origin } = linkOf(first.stdout());
    const signIn = async () => {
      const form = { method: 'POST', headers: { origin }, body: new URLSearchParams({ token }) };
      return (await fetch(`${origin}/sign-in`, form)).headers.get('set-cookie')?.split(';')[0] ?? '';
    };
    const ask = async (cookie: string, method = 'GET') =>
      (await fetch(`${origin}/console/api/session`, { method, headers: { cookie, origin } })).status;
    const [here, elsewhere] = [await signIn(), await signIn()];
    expect([await ask(here), await ask(here, 'DELETE'), await ask(here), await ask(elsewhere)]).toEqual([
      200, 204, 401, 200,
    ]);
    await stop(first);
    const second = runBotwright(...flags);
    await second.untilPrinted(/Ctrl\+C/);
    ({ origin } = linkOf(second.stdout()));
    expect([await ask(here), await ask(elsewhere)]).toEqual([401, 200]);
  });

  it.skipIf(process.platform !== 'linux')('[SV56] --open opens it, or the log says why not', async () => {
    const { run: runBotwright, folder } = createTestFolder();
    const opened = join(folder, 'opened');
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    writeFileSync(
      join(bin, 'xdg-open'),
      `#!/bin/sh\nprintf %s "$1" > ${opened}.part && mv ${opened}.part ${opened}\n`,
      {
        mode: 0o755,
      },
    );
    const flags = ['serve', '--open', '--port', '0', '--chat-port', '0', '--data', ':memory:'];
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('PATH', `${bin}:${process.env['PATH']}`);
    const server = runBotwright(...flags);
    vi.stubEnv('PATH', join(folder, 'none'));
    const without = runBotwright(...flags);
    vi.unstubAllEnvs();
    await server.untilPrinted(/Ctrl\+C/);
    await vi.waitUntil(() => existsSync(opened), { timeout: 20_000 });
    expect(readFileSync(opened, 'utf8')).toBe(linkOf(server.stdout()).href);
    await without.untilPrinted(/the browser could not be opened/, 'stderr');
  });
});

describe('later starts', () => {
  it('[SV2][SV7] serve the existing data, and print no token', async () => {
    const { serve, stop } = createTestFolder();
    const first = await serve();
    const token = first.line.tokens?.agent;
    await callBots(first.line.bots_url, token, 'POST', '/bots', { name: 'Kept', channel_family: 'native' });
    expect(await stop(first.server)).toBe(0);

    const second = await serve();
    expect(second.line).toEqual({
      bots_url: expect.any(String),
      platform_url: expect.any(String),
      chat_url: expect.any(String),
      pid: second.server.child.pid,
    });
    const { body } = await callBots(second.line.bots_url, token, 'GET', '/bots');
    expect(body).toMatchObject({ data: [{ name: 'Kept' }] });
  });

  it('[SV3] on :memory: begin with an empty store, and write no file', async () => {
    const { run: runBotwright, stop, folder } = createTestFolder();
    const tokens = [];
    for (const _ of [1, 2]) {
      const server = runBotwright(
        'serve',
        '--json',
        '--no-demo',
        '--port',
        '0',
        '--chat-port',
        '0',
        '--data',
        ':memory:',
      );
      const line = await server.ready();
      const { body } = await callBots(line.bots_url, line.tokens?.agent, 'GET', '/bots');
      expect(body).toMatchObject({ meta: { total: 0 } });
      tokens.push(line.tokens?.agent);
      await stop(server);
    }
    expect(new Set(tokens).size).toBe(2);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('[SV11] take over the folder of a killed server', async () => {
    const { serve } = createTestFolder();
    const first = await serve();
    first.server.child.kill('SIGKILL');
    await first.server.ended;
    const second = await serve();
    const { status } = await callBots(second.line.bots_url, first.line.tokens?.agent, 'GET', '/bots');
    expect(status).toBe(200);
  });
});

describe('what cannot start', () => {
  it('[SV11] a second server on one folder is refused in one line', async () => {
    const { serve, run: runBotwright, data } = createTestFolder();
    await serve();
    const second = runBotwright('serve', '--json', '--port', '0', '--chat-port', '0', '--data', data);
    expect(await second.ended).toBe(1);
    expect([second.stdout(), second.stderr()]).toEqual([
      '',
      `botwright: Another server is using the data folder ${data}.\n`,
    ]);
  });

  it('[SV12] a taken port is refused in one line, and does not count as a first start', async () => {
    const { run: runBotwright, serve, data } = createTestFolder();
    const holder = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => holder.once('listening', resolve));
    const { port } = holder.address() as { port: number };
    for (const [flag, other] of [
      ['--port', '--chat-port'],
      ['--chat-port', '--port'],
    ]) {
      const server = runBotwright('serve', '--json', '--data', data, `${flag}=${port}`, `${other}=0`);
      expect(await server.ended).toBe(1);
      expect(server.stderr()).toBe(
        `botwright: Port ${port} of 127.0.0.1 is in use: choose another with ${flag}, or 0 for a free one.\n`,
      );
    }
    holder.close();

    const { line } = await serve();
    expect(line.tokens).toBeDefined();
  });

  it('[SV12] an address of another machine is refused in one line', async () => {
    const { run: runBotwright } = createTestFolder();
    const server = runBotwright('serve', '--host', '192.0.2.1', '--port', '0', '--chat-port', '0');
    expect(await server.ended).toBe(1);
    expect(server.stderr()).toBe('botwright: 192.0.2.1 is not an address of this machine.\n');
  });

  it('[SV10] a data folder that is a file is refused in one line', async () => {
    const { run: runBotwright, folder } = createTestFolder();
    writeFileSync(join(folder, 'taken'), '');
    const server = runBotwright('serve', '--port', '0', '--chat-port', '0', '--data', 'taken');
    expect(await server.ended).toBe(1);
    expect(server.stderr()).toBe('botwright: The data folder taken cannot be used (EEXIST).\n');
  });

  it('[SV10] a full disk is refused in one line, and no database is left', async () => {
    const { data } = createTestFolder();
    const start = `ulimit -f 64; exec ${shellProgram} serve --port 0 --chat-port 0 --data "${data}"`;
    const failed = await run('sh', ['-c', start]).catch((error: unknown) => error);
    expect(failed).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^botwright: The data folder \S+ cannot be used \([^\n]+\)\.\n$/),
    });
    expect(readdirSync(data)).not.toContain('botwright.sqlite');
  });

  it('[SV10] a file that is not a database is refused in one line, and not changed', async () => {
    const { run: runBotwright, folder } = createTestFolder();
    const file = join(folder, 'botwright.sqlite');
    writeFileSync(file, 'These are not the bytes of a database, but those of a text that is long enough.'.repeat(9));
    const before = readFileSync(file, 'utf8');
    const server = runBotwright('serve', '--port', '0', '--chat-port', '0', '--data', folder);
    expect(await server.ended).toBe(1);
    expect(server.stderr()).toMatch(/^botwright: The data folder \S+ cannot be used \([^\n]+\)\.\n$/);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it.for([
    [['--port', 'http'], /option '--port <number>' argument 'http' is invalid\. A port is a number from 0 to 65535\./],
    [['--port', '65536'], /argument '65536' is invalid/],
    [['--max-connections', '0'], /A count is a number from 1 to 1000000\./],
    [['--prot', '1'], /unknown option '--prot'/],
    [['--data'], /option '--data <folder>' argument missing/],
    [['now'], /too many arguments/],
  ] as const)('[SV9] serve %j is refused', async ([args, message]) => {
    const { run: runBotwright, folder } = createTestFolder();
    const server = runBotwright('serve', ...args);
    expect(await server.ended).toBe(2);
    expect(server.stderr()).toMatch(message);
    expect(server.stderr()).toMatch(/^botwright serve: [^\n]+ \(see botwright serve --help\)\n$/);
    expect(existsSync(join(folder, '.botwright'))).toBe(false);
  });
});

describe('help', () => {
  it('[SV1][SV2] names every flag with its default', async () => {
    const { run: runBotwright } = createTestFolder();
    const help = runBotwright('serve', '--help');
    expect(await help.ended).toBe(0);
    for (const part of [
      '--host <address>',
      '"127.0.0.1"',
      '--port <number>',
      'default: 3000',
      '--chat-port <number>',
      'default: 3001',
      '--data <folder>',
      '"./.botwright"',
      '--config <file>',
      '--max-connections <n>',
      'default: 2000',
      '--public-metrics',
      '--audit',
      '--json',
    ]) {
      expect(help.stdout()).toContain(part);
    }
  });
});
