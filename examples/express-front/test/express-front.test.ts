import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createReceiver } from '@botwright/example-webhook-receiver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageOptions } from '../../../scripts/built-for-tests.mjs';
import { startFront } from '../src/front.ts';

const source = fileURLToPath(new URL('../src', import.meta.url));
const password = 'correct horse';
const agentToken = 'an-agent-token-of-24-chars';
const channelToken = 'a-channel-token-of-24-chars';

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

async function ask(
  method: string,
  url: string,
  authorization?: string,
  body?: unknown,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const headers = {
    ...more,
    ...(authorization !== undefined && { authorization }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const sent = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(url, { method, headers, ...(sent !== undefined && { body: sent }) });
  const read = await answer.text();
  return { status: answer.status, body: read.startsWith('{') ? JSON.parse(read) : read, headers: answer.headers };
}

describe('the front', () => {
  const heard: string[] = [];
  const waiting = new Set<() => void>();
  const handOver = (words: string): void => {
    heard.push(words);
    for (const wake of waiting) wake();
  };
  const receiver = createReceiver({ token: 'unused', secret: 'my-secret', handOver });
  let front: Awaited<ReturnType<typeof startFront>>;
  let signedIn: string;

  async function hears(words: string): Promise<void> {
    while (!heard.some((one) => one.includes(words))) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.add(resolve);
      await promise;
      waiting.delete(resolve);
    }
  }

  beforeAll(async () => {
    receiver.server.listen(0, '127.0.0.1');
    await once(receiver.server, 'listening');
    const webhookUrl = `http://127.0.0.1:${(receiver.server.address() as AddressInfo).port}/chat/my-secret`;
    front = await startFront({ port: 0, chatPort: 0, password, agentToken, channelToken, webhookUrl });
    const answer = await ask('POST', `${front.url}/sign-in`, undefined, { email: 'ada@acme.example', password });
    signedIn = `Bearer ${(answer.body as { token: string }).token}`;
  });
  afterAll(async () => {
    await Promise.all([front.stop(), front.stop()]);
    receiver.close();
  });

  it('serves a bot of the Bots API in the messenger, and the messages of its customers', async () => {
    const bots = `${front.url}/engine/v0-alpha/bots`;
    const created = await ask('POST', bots, signedIn, { name: 'Tea', channel_family: 'apichat' });
    expect(created.status).toBe(201);
    const { id } = (created.body as { data: { id: string } }).data;
    const blocks = [{ id: 'bot_start', type: 'send_text', params: { text: 'Tea, @{name}?' } }];
    expect((await ask('POST', `${bots}/${id}/draft/blocks`, signedIn, { blocks })).status).toBe(200);
    expect((await ask('POST', `${bots}/${id}/versions`, signedIn)).status).toBe(201);

    const send = `${front.chatUrl}send/ana/`;
    const message = { message: { type: 'text', message: 'Hi' }, customer: { name: 'Ana' } };
    expect((await ask('POST', send, `Token ${channelToken}`, message)).status).toBe(201);
    await hears('"bot" says "text" "Tea, Ana?"');

    const { body } = await ask('GET', `${front.url}/engine/v1/customers/`, `Token ${agentToken}`);
    expect(body).toMatchObject({ success: true, total: 1, customers: [{ name: 'Ana' }] });
  });

  it('makes a bot with a custom route', async () => {
    const created = await ask('POST', `${front.url}/questions`, signedIn, { name: 'Visit' });
    expect(created.status).toBe(201);
    const { id } = created.body as { id: string };
    const question = { question: 'How was it?', thanks: 'Thank you, @{name}!' };
    expect((await ask('POST', `${front.url}/questions/${id}`, signedIn, question)).status).toBe(201);
    for (const message of ['Hi', 'Good']) {
      const body = { message: { type: 'text', message }, customer: { name: 'Bo' } };
      await ask('POST', `${front.chatUrl}send/bo/`, `Token ${channelToken}`, body);
    }
    await hears('"How was it?"');
    await hears('"Thank you, Bo!"');
    expect(await ask('GET', `${front.url}/engine/v0-alpha/dead-letters`, signedIn)).toMatchObject({
      status: 200,
      body: { total: 0, letters: [] },
    });
  });

  it('repeats a creation with its key, and changes a bot only at the revision that the client has seen', async () => {
    const create = (name: string) =>
      ask('POST', `${front.url}/questions`, signedIn, { name }, { 'idempotency-key': 'one' });
    const [first, again, other] = [await create('Once'), await create('Once'), await create('Twice')];
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    expect([other.status, other.body]).toEqual([
      422,
      { error: expect.objectContaining({ code: 'idempotency_key_reused' }) },
    ]);

    const url = `${front.url}/questions/${(first.body as { id: string }).id}`;
    const body = { question: 'Well?', thanks: 'Good.' };
    const change = (tag: string) => ask('POST', url, signedIn, body, { 'if-match': tag });
    const stale = await change('"7"');
    expect([stale.status, stale.body]).toEqual([412, { error: expect.objectContaining({ code: 'draft_changed' }) }]);
    const changed = await change('"1"');
    expect([changed.status, changed.headers.get('etag')]).toEqual([201, '"2"']);
  });

  it('takes and makes request ids', async () => {
    const sent = await ask('POST', `${front.url}/questions`, undefined, {}, { 'x-request-id': 'mine' });
    const made = await ask('POST', `${front.url}/questions`, undefined, {});
    expect(sent.headers.get('x-request-id')).toBe('mine');
    expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('ends the session of a person who signs out', async () => {
    const answer = await ask('POST', `${front.url}/sign-in`, undefined, { email: 'ada@acme.example', password });
    const other = `Bearer ${(answer.body as { token: string }).token}`;
    expect((await ask('GET', `${front.url}/engine/v0-alpha/dead-letters`, other)).status).toBe(200);
    expect((await ask('POST', `${front.url}/sign-out`, other)).status).toBe(204);
    expect((await ask('GET', `${front.url}/engine/v0-alpha/dead-letters`, other)).status).toBe(401);
  });

  it.for([
    ['POST', '/sign-in', { email: 'ada@acme.example', password: 'wrong' }, 401, 'not_authenticated'],
    ['POST', '/sign-in', { email: 'eve@acme.example', password }, 401, 'not_authenticated'],
    ['POST', '/sign-in', { email: ['ada@acme.example'], password }, 400, 'invalid_parameters'],
    ['POST', '/sign-in', '{', 400, 'malformed_json'],
    ['POST', '/questions', { name: 'Visit' }, 401, 'not_authenticated'],
    ['GET', '/engine/v0-alpha/dead-letters', undefined, 401, 'not_authenticated'],
    ['GET', '/engine/v0-alpha/bots', undefined, 401, 'not_authenticated'],
  ] as const)('refuses %s %s with %j', async ([method, path, sent, status, code]) => {
    const { body, ...answer } = await ask(method, `${front.url}${path}`, undefined, sent);
    expect([answer.status, body]).toEqual([status, { error: expect.objectContaining({ code }) }]);
  });

  it.for([
    ['POST', '/questions', {}, 400, 'invalid_parameters'],
    ['POST', '/questions', { name: 'x'.repeat(51) }, 422, 'bot_name_not_accepted'],
    ['POST', '/questions/unknown', { question: 'Well?', thanks: 'Good.' }, 404, 'bot_not_found'],
    [
      'POST',
      '/engine/v0-alpha/dead-letters/0199f3a1-7b6e-7d51-a1a0-0123456789ab/replay',
      undefined,
      404,
      'delivery_not_found',
    ],
  ] as const)('refuses a signed-in person %s %s with %j', async ([method, path, sent, status, code]) => {
    const answer = await ask(method, `${front.url}${path}`, signedIn, sent);
    expect([answer.status, answer.body]).toEqual([status, { error: expect.objectContaining({ code }) }]);
  });

  it('describes its additions to the Bots API in the OpenAPI document', async () => {
    const { body } = await ask('GET', `${front.url}/engine/v0-alpha/openapi.yml`, signedIn);
    expect(body).toContain('operationId: replayDeadLetter');
  });

  it('limits how fast passwords can be tried', async () => {
    const guess = { email: 'ada@acme.example', password: 'guess' };
    const tries = Array.from({ length: 40 }, () => ask('POST', `${front.url}/sign-in`, undefined, guess));
    const answers = await Promise.all(tries);
    const statuses = answers.map(({ status }) => status);
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('1');
    expect(statuses.filter((status) => status !== 401)).toContain(429);
    expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([]);
  });
});

it('the front starts with one command, prints lines that work, and ends with a signal that comes twice', async () => {
  const env = { ...process.env, PORT: '0', CHAT_PORT: '0', PASSWORD: password };
  const args = [...packageOptions, `${source}/main.ts`];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  const errors = text(child.stderr);
  let printed = '';
  const ready = Promise.withResolvers<void>();
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    printed += part;
    if (printed.includes('/dead-letters')) ready.resolve();
  });
  await Promise.race([ready.promise, closed]);

  const lines = printed.split('\n').filter((line) => /^ {2}(TOKEN=|BOT=|curl)/.test(line));
  const shell = spawn('sh', ['-ec', lines.join('\n')], { stdio: ['ignore', 'pipe', 'ignore'] });
  const answered = await text(shell.stdout);
  expect(answered).toMatch(
    /^\{"version":"[-0-9a-f]+"\}\{"data":\[.*"name":"Visit".*\{"success":true,"customer".*"total":1,.*"Ana".*\{"total":\d,"letters":/s,
  );

  // An incomplete request prevents the front from ending before the second signal.
  const { hostname, port } = new URL(/http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? '');
  const held = connect(Number(port), hostname);
  held.on('error', () => {});
  held.write('POST /sign-in HTTP/1.1\r\nHost: front\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{');
  await once(held, 'connect');
  child.kill('SIGINT');
  child.kill('SIGINT');
  held.destroy();
  expect(await closed).toEqual([0, null]);
  expect(await errors).toBe('');
});

it('the front is small', () => {
  const lines = readdirSync(source).flatMap((file) => readFileSync(`${source}/${file}`, 'utf8').split('\n'));
  const code = lines.filter((line) => line.trim() !== '' && !/^\s*(\/\/|\/\*\*)/.test(line));
  expect(code.length).toBeLessThanOrEqual(235);
});
