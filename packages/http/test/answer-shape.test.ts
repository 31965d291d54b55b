import { createEngine, EngineError } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AnswerShape,
  createBotsApi,
  createChatApi,
  createPlatformApi,
  defineBotsOperation,
  jsonResponse,
} from '../src/index.ts';
import { agentToken, ask, channelToken, doubles, publicUrl } from './doubles.ts';

const token = 'a-token-of-24-characters';
const engine = createEngine({ storage: memoryStorage() });
beforeAll(() => engine.configure([{ name: 'acme', plan: 'starter', workspaces: [1], tokens: [{ token, person: 7 }] }]));
afterAll(() => engine.close());

const botsUrl = 'https://acme.test/v0-alpha';
const id = { 'x-request-id': 'mine' };

/** The problem details of RFC 9457. */
const problems: Pick<AnswerShape, 'encodeError'> = {
  encodeError: ({ code, kind, message, faults, violations, status }, request) => ({
    status: status === 404 ? 410 : status === 412 ? 400 : status,
    headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '9', 'X-Request-Id': 'no', 'X-Code': code },
    body: { kind, title: message, faults, violations: violations.length, instance: request.id, of: request.operation },
  }),
};

function bots(options: Partial<Parameters<typeof createBotsApi>[0]>) {
  return createBotsApi({ engine, publicUrl: botsUrl, ...options });
}

it('[HT74] the host gets the error, its status and the request, and encodes it', async () => {
  const api = bots(problems);
  const refused = await ask(api, 'POST', '/v0-alpha/bots', { token, headers: id, json: { name: 7 } });
  expect([refused.status, refused.headers['content-type'], refused.headers['x-code']]).toEqual([
    400,
    'application/problem+json',
    'invalid_parameters',
  ]);
  expect(refused.headers['content-length']).toBe(String(refused.body?.length));
  expect(JSON.parse(refused.body ?? '')).toMatchObject({
    kind: 'malformed',
    title: expect.stringContaining('name: '),
    instance: 'mine',
    of: 'createBot',
    violations: 0,
  });
  const missing = await ask(api, 'GET', '/v0-alpha/nothing', { token, headers: id });
  expect([missing.status, JSON.parse(missing.body ?? '')]).toEqual([
    410,
    { kind: 'not_found', title: expect.any(String), faults: [], violations: 0, instance: 'mine' },
  ]);
  const off = await ask(api, 'DELETE', '/v0-alpha/bots/x/draft', { token });
  expect([off.status, JSON.parse(off.body ?? '').kind]).toEqual([405, 'method']);
});

it('[HT74] statuses and headers that clients act on stay', async () => {
  const api = bots({ ...problems, rateLimit: 5 });
  const { id: bot } = await engine
    .as({ brand: 'acme', person: 7, workspaces: [1], permissions: ['edit_bots'] })
    .bots.create({ name: 'Stale', channelFamily: 'native' });
  const stale = { token, headers: { 'if-match': '"7"' }, json: { nodes: {}, connections: {} } };
  const answers = [
    await ask(api, 'GET', '/v0-alpha/bots', {}),
    await ask(api, 'PATCH', '/v0-alpha/bots', { token }),
    await ask(api, 'PUT', `/v0-alpha/bots/${bot}/draft`, stale),
    ...(await Promise.all(Array.from({ length: 4 }, () => ask(api, 'GET', '/v0-alpha/bots', { token })))).slice(-1),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 405, 412, 429]);
  const [refused, method, , limited] = answers.map(({ headers }) => headers);
  expect(refused?.['www-authenticate']).toContain('Token realm="bots"');
  expect(method?.['allow']).toContain('GET');
  expect([limited?.['retry-after'], limited?.['x-request-id']]).toEqual([
    '1',
    expect.stringMatching(/^[-0-9a-f]{36}$/),
  ]);
});

it('[HT74] nothing of a fault reaches the function of the host', async () => {
  const { engine: failing, failWith } = doubles();
  failWith(new Error('secret'));
  const seen: unknown[] = [];
  const api = createPlatformApi({
    engine: failing,
    publicUrl,
    encodeError(error, { operation }) {
      seen.push([error, operation]);
      return { body: { code: error.code } };
    },
  });
  const { status, body } = await ask(api, 'GET', '/v1/customers/31/', { token: agentToken });
  expect([status, body]).toEqual([500, '{"code":"internal_error"}']);
  expect(JSON.stringify(seen)).not.toContain('secret');
  expect(seen).toEqual([[expect.objectContaining({ code: 'internal_error', status: 500 }), 'getCustomer']]);
});

const bad: readonly (readonly [string, NonNullable<AnswerShape['encodeError']>])[] = [
  [
    'throws',
    () => {
      throw new Error('host');
    },
  ],
  ['gives a status of a success', () => ({ status: 200, body: {} })],
  ['gives a status that is no number', () => ({ status: Number.NaN, body: {} })],
  ['gives a header with a line break', () => ({ headers: { 'x-a': 'b\r\nc: d' }, body: {} })],
  ['gives a header with a name that cannot be sent', () => ({ headers: { 'x a': 'b' }, body: {} })],
  ['gives no object', () => ({ body: undefined as unknown as object })],
  ['gives a body that is no JSON', () => ({ body: { size: 1n } })],
  ['is asynchronous', () => Promise.resolve({}) as never],
];

it.for(bad)('[HT78] an encodeError that %s is reported, and the default shape is sent', async ([, encodeError]) => {
  const faults: unknown[] = [];
  const api = bots({ encodeError, onFault: (error, requestId) => faults.push([error, requestId]) });
  const plain = bots({});
  const request = { headers: id };
  const answer = await ask(api, 'GET', '/v0-alpha/bots', request);
  expect(answer).toEqual(await ask(plain, 'GET', '/v0-alpha/bots', request));
  expect(faults).toEqual([[expect.any(Error), 'mine']]);
});

const envelope = (
  data: object,
  { id: requestId, operation }: { readonly id: string; readonly operation?: string | undefined },
) => ({
  data,
  requestId,
  operation,
});

it('[HT75] the host wraps the bodies of the Bots API', async () => {
  const api = bots({
    envelope: ({ data, meta }, request) => ({ result: data, total: meta?.total, requestId: request.id }),
    extensions: { duplicateBot: true },
  });
  const headers = { ...id, 'idempotency-key': 'one' };
  const creation = { token, headers, json: { name: 'Wrapped', channel_family: 'native', workspace: 1 } };
  const made = await ask(api, 'POST', '/v0-alpha/bots', creation);
  const { result, requestId } = JSON.parse(made.body ?? '') as { result: { id: string }; requestId: string };
  expect([made.status, requestId, made.headers['location']]).toEqual([201, 'mine', `${botsUrl}/bots/${result.id}`]);
  expect(made.headers['content-length']).toBe(String(Buffer.byteLength(made.body ?? '')));

  const again = await ask(api, 'POST', '/v0-alpha/bots', {
    ...creation,
    headers: { 'idempotency-key': 'one', 'x-request-id': 'later' },
  });
  expect(JSON.parse(again.body ?? '')).toEqual({ result, requestId: 'later' });

  const path = `/v0-alpha/bots/${result.id}`;
  for (let round = 0; round < 2; round += 1) {
    const read = await ask(api, 'GET', path, { token, headers: id });
    expect(JSON.parse(read.body ?? '')).toEqual({ result, requestId: 'mine' });
    const head = await ask(api, 'HEAD', path, { token, headers: id });
    expect([head.body, head.headers['content-length']]).toEqual([undefined, read.headers['content-length']]);
  }
  const list = await ask(api, 'GET', '/v0-alpha/bots?page_size=1', { token });
  expect(JSON.parse(list.body ?? '')).toMatchObject({ total: expect.any(Number), result: [expect.any(Object)] });
  const draft = await ask(api, 'GET', `${path}/draft`, { token });
  expect([draft.headers['etag'], Object.keys(JSON.parse(draft.body ?? ''))]).toEqual(['"1"', ['result', 'requestId']]);
  const removed = await ask(api, 'DELETE', path, { token });
  expect([removed.status, removed.body]).toEqual([204, undefined]);
  expect((await ask(api, 'GET', '/v0-alpha/openapi.yml', { token })).body).toMatch(/^openapi: /);
  expect(JSON.parse((await ask(api, 'GET', '/v0-alpha/bots/x', { token })).body ?? '')).toHaveProperty('error');
});

it('[HT75] the host wraps the bodies of the Platform API and of APIchat', async () => {
  const { engine: double } = doubles();
  const platform = createPlatformApi({
    engine: double,
    publicUrl,
    envelope: ({ success, total }, request) => envelope({ success, total }, request),
  });
  const list = await ask(platform, 'GET', '/v1/customers/', { token: agentToken, headers: id });
  expect(JSON.parse(list.body ?? '')).toEqual({
    data: { success: true, total: 1 },
    requestId: 'mine',
    operation: 'listCustomers',
  });
  const chat = createChatApi({
    engine: double,
    publicUrl,
    envelope: ({ customer, message }, request) => envelope({ customer: customer.id, message: message.uuid }, request),
    encodeError: ({ code }) => ({ body: { code } }),
  });
  const json = { message: { type: 'text', message: 'Hi' } };
  const sent = await ask(chat, 'POST', '/v1/send/ann/', { token: channelToken, headers: id, json });
  expect([sent.status, JSON.parse(sent.body ?? '')]).toEqual([
    200,
    { data: { customer: 31, message: expect.any(String) }, requestId: 'mine', operation: 'send' },
  ]);
  const refused = await ask(chat, 'POST', '/v1/send/ann/', { token: agentToken, json });
  expect([refused.status, refused.body]).toEqual([401, '{"code":"not_authenticated"}']);
});

async function textOf(stream: AsyncIterable<string | Uint8Array>): Promise<string> {
  let text = '';
  for await (const piece of stream) text += piece;
  return text;
}

/** A list that is sent while it is read. */
function longList(pieces: readonly string[], contentType: string) {
  return defineBotsOperation({
    id: 'longList',
    method: 'GET',
    path: '/long',
    tag: 'Long',
    summary: 'A long list',
    success: { status: 200, description: 'It.' },
    errors: [],
    work: async () => pieces,
    encode: (all) => ({
      status: 200,
      contentType,
      body: (async function* () {
        yield* all;
      })(),
    }),
  });
}

it('[HT75] a long list is wrapped whole, up to 16 MiB; other streams are sent as they are', async () => {
  const read = async (pieces: readonly string[], contentType: string) => {
    const api = bots({ operations: [longList(pieces, contentType)], envelope });
    const headers = { authorization: `Token ${token}`, ...id };
    const { status, body } = await api.handle({
      ...{ method: 'GET', path: '/v0-alpha/long', query: '', body: undefined },
      headers: { get: (name) => headers[name as 'authorization'] },
    });
    return [status, typeof body === 'object' ? await textOf(body) : body];
  };
  expect(await read(['{"data":', '[1,2]}'], 'application/json')).toEqual([
    200,
    '{"data":{"data":[1,2]},"requestId":"mine","operation":"longList"}',
  ]);
  expect(await read(['data: 1\n\n'], 'text/event-stream')).toEqual([200, 'data: 1\n\n']);
  const part = 'x'.repeat(1_024 * 1_024);
  const [status, body] = await read(['{"data":"', ...Array.from({ length: 16 }, () => part), '"}'], 'application/json');
  expect([status, body]).toEqual([400, expect.stringContaining('limit: The list is longer than 16 MiB')]);
});

it.for([
  [
    'throws',
    () => {
      throw new EngineError('bot_not_found');
    },
  ],
  ['gives no object', () => undefined as unknown as object],
  ['is asynchronous', async () => ({})],
] as const)('[HT78] an envelope that %s is reported, and the body is sent without it', async ([, wrap]) => {
  const faults: unknown[] = [];
  const api = bots({ envelope: wrap, onFault: (error) => faults.push(error) });
  const answer = await ask(api, 'GET', '/v0-alpha/bots', { token, headers: id });
  expect(answer).toEqual(await ask(bots({}), 'GET', '/v0-alpha/bots', { token, headers: id }));
  expect(faults).toEqual([expect.any(Error)]);
});

it('[HT75] an operation of the host is wrapped too', async () => {
  const operation = defineBotsOperation({
    id: 'own',
    method: 'GET',
    path: '/own',
    tag: 'Own',
    summary: 'Its own',
    isOpen: true,
    success: { status: 200, description: 'It.' },
    errors: [],
    work: async () => 1,
    encode: (value) => jsonResponse(200, JSON.stringify({ data: value })),
  });
  const { body } = await ask(bots({ operations: [operation], envelope }), 'GET', '/v0-alpha/own', { headers: id });
  expect(body).toBe('{"data":{"data":1},"requestId":"mine","operation":"own"}');
});
