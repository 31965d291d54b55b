import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { createReceiver } from '@botwright/example-webhook-receiver';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BackendProcess, startBackend } from './backend-process.ts';
import { ask, type Browser, openBrowser, publishBot } from './browser.ts';
import { type Collector, startCollector } from './collector.ts';

/** Another worker takes over the work of a dead node within a minute. */
const hearLimitMs = 90_000;

describe('the backend', () => {
  const heard: string[] = [];
  const receiver = createReceiver({
    token: 'unused',
    secret: 'my-secret',

    handOver: (words) => void heard.push(words),
  });
  let webhookUrl: string;
  let collector: Collector;
  let backend: BackendProcess;
  let initech: Browser;
  let globex: Browser;

  /** @throws The messages of the messenger and the output of the nodes, when these words do not come. */
  const hears = (words: string): Promise<void> =>
    vi.waitFor(
      () => {
        if (heard.some((one) => one.includes(words))) return;
        throw new Error(`The messenger was not sent ${words}, but:\n${heard.join('\n')}\n${backend.printed()}`);
      },
      { timeout: hearLimitMs, interval: 10 },
    );

  async function connectMessenger({ send }: Browser): Promise<string> {
    const { status, body } = await send('POST', '/messengers', { name: 'Messenger', webhook_url: webhookUrl });
    expect(status).toBe(201);
    return (body as { token: string }).token;
  }

  const say = (token: string, customer: string, message: string) =>
    ask('POST', `${backend.url}/engine/chat/v1/send/${customer}/`, {
      headers: { authorization: `Token ${token}` },
      body: { message: { type: 'text', message }, customer: { name: customer } },
    });

  beforeAll(async () => {
    receiver.server.listen(0, '127.0.0.1');
    await once(receiver.server, 'listening');
    webhookUrl = `http://127.0.0.1:${(receiver.server.address() as AddressInfo).port}/chat/my-secret`;
    collector = await startCollector();
    backend = await startBackend({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    [initech, globex] = await Promise.all([openBrowser(backend.url, 'initech'), openBrowser(backend.url, 'globex')]);
  }, 180_000);

  afterAll(async () => {
    expect(await backend.stop()).toBe(0);
    receiver.close();
    collector.close();
  }, 60_000);

  it('prints lines that work', { timeout: 60_000 }, async () => {
    const lines = backend
      .printed()
      .split('\n')
      .filter((line) => /^ {2}(\w+=\$\()?curl/.test(line));
    expect(lines).toHaveLength(7);
    const shell = spawn('sh', ['-ec', lines.join('\n')], { cwd: backend.folder, stdio: ['ignore', 'pipe', 'ignore'] });
    expect(await text(shell.stdout)).toMatch(
      /^\{"brand":"company-\d+"\}\{"data":\{.*"Hello, @\{name\}!".*"published_by":\d+.*"success":true.*"token":"ana"/s,
    );
  });

  it('shares sessions between nodes, until sign-out', async () => {
    const email = 'hank@globex.example';
    const hank = { name: 'Hank', email, password: 'battery staple' };
    const { status, body } = await globex.send('POST', '/colleagues', hank);
    expect([status, body]).toEqual([201, { id: expect.stringMatching(/^[\da-f-]{36}$/) }]);
    const { headers } = await ask('POST', `${backend.url}/sign-in`, { body: { email, password: hank.password } });
    const [given = ''] = headers.getSetCookie();
    expect(given).toMatch(/^sessionid=[\w-]{43}; Max-Age=28800; Path=\/; HttpOnly; SameSite=Lax$/);
    const cookie = given.split(';')[0] ?? '';
    // Uses a new connection for each request, so that both nodes answer some.
    const who = () => ask('GET', `${backend.url}/me`, { headers: { cookie, connection: 'close' } });
    for (let count = 0; count < 4; count += 1) {
      const { brand } = (await globex.send('GET', '/me')).body as { brand: string };
      const agent = expect.any(Number);
      expect((await who()).body).toEqual({ brand, agent, id: (body as { id: string }).id, name: 'Hank', email });
    }
    const signedOut = await ask('POST', `${backend.url}/sign-out`, { headers: { cookie, origin: backend.url } });
    expect([signedOut.status, (await who()).status]).toEqual([204, 401]);
  });

  it.for([
    ['POST', '/sign-in', { email: 'ada@initech.example', password: 'wrong' }, 401, 'not_authenticated'],
    ['POST', '/sign-in', { email: 'eve@initech.example', password: 'correct horse' }, 401, 'not_authenticated'],
    ['POST', '/sign-in', { email: 'ada@initech.example' }, 400, 'invalid_parameters'],
    ['POST', '/sign-up', { company: 'Evil', name: 'Eve', email: 'ADA@initech.example', password: 'x' }, 400, undefined],
    ['POST', '/messengers', { name: 'M', webhook_url: 'http://127.0.0.1/' }, 401, 'not_authenticated'],
    ['POST', '/tokens', undefined, 401, 'not_authenticated'],
    ['GET', '/me', undefined, 401, 'not_authenticated'],
    ['GET', '/engine/api/v0-alpha/bots', undefined, 401, 'not_authenticated'],
  ] as const)('refuses a stranger %s %s with %j', async ([method, path, sent, status, code]) => {
    const { body, ...answer } = await ask(method, `${backend.url}${path}`, { body: sent });
    const error = expect.objectContaining(code === undefined ? {} : { code });
    expect([answer.status, body]).toEqual([status, { error }]);
  });

  it('refuses changes from a page of another site, even with the cookie', async () => {
    const headers = { cookie: initech.cookie, origin: 'https://evil.example' };
    for (const path of ['/tokens', '/engine/api/v0-alpha/bots']) {
      expect((await ask('POST', `${backend.url}${path}`, { headers, body: {} })).status).toBe(403);
    }
  });

  it('limits how often passwords can be tried, over both nodes', async () => {
    const guess = { email: 'ada@hooli.example', password: 'guess' };
    const headers = { connection: 'close' };
    const tries = Array.from({ length: 12 }, () => ask('POST', `${backend.url}/sign-in`, { headers, body: guess }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
  });

  it('makes a bot that answers a visitor, and sends its answers to the messenger', async () => {
    await publishBot(initech);
    const messenger = await connectMessenger(initech);
    expect((await say(messenger, 'ana', 'Hi')).status).toBe(201);
    await hears('"Who are you?"');
    expect((await say(messenger, 'ana', 'Ana')).status).toBe(200);
    await hears('"You said Ana."');

    const { token } = (await initech.send('POST', '/tokens')).body as { token: string };
    const headers = { authorization: `Token ${token}` };
    const customers = `${backend.url}/engine/v1/customers/`;
    const { body } = await ask('GET', customers, { headers });
    expect(body).toMatchObject({ success: true, total: 1, customers: [{ name: 'ana' }] });
    const [{ id } = { id: 0 }] = (body as { customers: { id: number }[] }).customers;

    // Agents are the people of the application: the engine asks for them.
    const { agent: ada } = (await initech.send('GET', '/me')).body as { agent: number };
    const { agent: stranger } = (await globex.send('GET', '/me')).body as { agent: number };
    const assign = (agent: number) => ask('PUT', `${customers}${id}/assign/${agent}/`, { headers });
    expect((await assign(ada)).status).toBe(200);
    expect((await assign(stranger)).status).toBe(404);
  });

  it('traces the work of the nodes', { timeout: 60_000 }, async () => {
    await collector.untilTraced('builder-backend-web', 'versions.publish');
    await collector.untilTraced('builder-backend-worker', 'conversation.step');
    await collector.untilTraced('builder-backend-worker', 'delivery.attempt');
  });

  it('isolates companies', async () => {
    const id = await publishBot(initech);
    const messenger = await connectMessenger(initech);
    await say(messenger, 'bo', 'Hi');
    const { token } = (await globex.send('POST', '/tokens')).body as { token: string };
    const bots = '/engine/api/v0-alpha/bots';
    expect((await globex.send('GET', bots)).body).toMatchObject({ data: [] });
    for (const [method, path] of [
      ['GET', `${bots}/${id}`],
      ['GET', `${bots}/${id}/draft`],
      ['POST', `${bots}/${id}/versions`],
      ['DELETE', `${bots}/${id}`],
    ] as const) {
      expect((await globex.send(method, path)).status).toBe(404);
    }
    const seen = await ask('GET', `${backend.url}/engine/v1/customers/`, {
      headers: { authorization: `Token ${token}` },
    });
    expect(seen.body).toMatchObject({ total: 0 });
    expect((await initech.send('GET', `${bots}/${id}`)).status).toBe(200);
  });

  it('shows a page what happens on any node, and keeps an activity log', { timeout: 60_000 }, async () => {
    const leaves = new AbortController();
    const headers = { cookie: initech.cookie, 'last-event-id': '0' };
    const { body } = await fetch(`${backend.url}/live`, { headers, signal: leaves.signal });
    const lines: string[] = [];
    const reading = (async () => {
      for await (const part of body ?? []) lines.push(Buffer.from(part).toString());
    })().catch(() => undefined);
    const id = await publishBot(initech);
    const other = await publishBot(globex);
    await vi.waitFor(
      async () => {
        expect(lines.join('')).toContain(`"botId":"${id}"`);
        const { events } = (await globex.send('GET', '/activity')).body as { events: object[] };
        expect(events).toContainEqual(expect.objectContaining({ type: 'bot.published', botId: other }));
        expect(events).not.toContainEqual(expect.objectContaining({ botId: id }));
      },
      { timeout: hearLimitMs, interval: 100 },
    );
    expect(lines.join('')).not.toContain(other);
    leaves.abort();
    await reading;
  });

  it('replaces all nodes during traffic, and no request fails', { timeout: 240_000 }, async () => {
    await publishBot(globex);
    const messenger = await connectMessenger(globex);
    const failures: unknown[] = [];
    let isOver = false;
    let reads = 0;
    const expectStatus = async (expected: readonly number[], request: Promise<{ status: number; body: unknown }>) => {
      const answer = await request.catch((error: unknown) => ({ status: 0, body: error }));
      if (!expected.includes(answer.status)) failures.push(answer);
    };

    /** A page that reads continuously. Its connections stay open between requests. */
    async function read(): Promise<void> {
      while (!isOver) {
        await expectStatus([200], globex.send('GET', '/engine/api/v0-alpha/bots'));
        reads += 1;
        // Below the 100 requests a second that one session may send.
        await wait(50);
      }
    }

    /** A visitor who answers every question of the bot. @returns The number of answers. */
    async function talk(name: string): Promise<number> {
      await expectStatus([201], say(messenger, name, 'Hi'));
      let said = 0;
      while (!isOver) {
        const word = `${name}-${said}`;
        await expectStatus([200], say(messenger, name, word));
        // Skips refused attempts.
        if (failures.length > 0) break;
        await hears(`"You said ${word}."`);
        said += 1;
        // Three visitors then stay below the 10 requests a second of one token, at any speed of the answers.
        await wait(600);
      }
      return said;
    }

    const names = ['cy', 'di', 'ed'];
    const under = Promise.all([...names.map(talk), read(), read(), read()]);
    const nodesBefore = readyNodes();
    backend.child.kill('SIGHUP');
    const goesWrong = backend.untilPrinted(/go on as they were/).then(() => {
      throw new Error(backend.printed());
    });
    await Promise.race([backend.untilPrinted(/all nodes are replaced/), goesWrong, under]).finally(() => {
      isOver = true;
    });
    const said = (await under).slice(0, names.length) as number[];

    expect(failures).toEqual([]);
    expect([nodesBefore.length, readyNodes().length]).toEqual([4, 8]);
    expect(reads).toBeGreaterThan(10);
    for (const [at, name] of names.entries()) {
      const echoes = heard.flatMap((words) => new RegExp(`"You said (${name}-\\d+)\\."`).exec(words)?.[1] ?? []);
      expect(echoes).toEqual(Array.from({ length: said[at] ?? 0 }, (_, count) => `${name}-${count}`));
    }
    expect(backend.printed()).not.toMatch(/died|Error/);
  });

  it('restarts a node that dies', { timeout: 120_000 }, async () => {
    const ready = readyNodes();
    process.kill(ready.at(-1) ?? 0, 'SIGKILL');
    await backend.untilPrinted(/died and is started again/);
    await backend.untilPrinted(/node \d+ is ready/, ready.length + 1);
    expect((await ask('GET', `${backend.url}/healthz`)).body).toEqual({ status: 'ok' });
  });

  const readyNodes = (): readonly number[] =>
    Array.from(backend.printed().matchAll(/node (\d+) is ready/g), ([, pid]) => Number(pid));
});
