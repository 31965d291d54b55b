import { createEngine, EngineError, type Principal } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import type { RateLimiter } from '@botwright/core/ports';
import { simulatedClock } from '@botwright/core/testing';
import { afterAll, expect, it } from 'vitest';
import {
  answerOnce,
  chooseRequestId,
  createRoutes,
  type HttpApi,
  jsonResponse,
  rateGuard,
  readJsonBody,
  type ServedRequest,
} from '../src/index.ts';
import { ask, type Request } from './doubles.ts';

const engine = createEngine({ storage: memoryStorage() });
afterAll(() => engine.close());
const ada: Principal = { brand: 'acme', person: 7, workspaces: [1], permissions: ['edit_bots', 'view_bots'] };

it('[HT77] a route has the request ids, errors, faults and reports of the interfaces', async () => {
  const served: ServedRequest[] = [];
  const faults: unknown[] = [];
  const route = createRoutes({
    onResponse: (one) => served.push(one),
    onFault: (error, requestId) => faults.push([(error as Error).message, requestId]),
  });
  const api = route('greet', async ({ query }, { requestId, recognise }) => {
    recognise(ada);
    if (query === 'refuse') throw new EngineError('bot_not_found');
    if (query === 'fail') throw new Error('secret');
    return jsonResponse(200, JSON.stringify({ requestId }));
  });
  const headers = { 'x-request-id': 'mine' };
  const answers = await Promise.all(
    ['', '?refuse', '?fail'].map((query) => ask(api, 'GET', `/greet${query}`, { headers })),
  );
  expect(answers.map(({ status, body }) => [status, JSON.parse(body ?? '').error?.code])).toEqual([
    [200, undefined],
    [404, 'bot_not_found'],
    [500, 'internal_error'],
  ]);
  expect(answers.map((answer) => answer.headers['x-request-id'])).toEqual(['mine', 'mine', 'mine']);
  expect(answers[0]?.body).toBe('{"requestId":"mine"}');
  expect(faults).toEqual([['secret', 'mine']]);
  expect(served[0]).toMatchObject({ requestId: 'mine', operation: 'greet', brand: 'acme', person: 7, status: 200 });
  const { headers: made } = await ask(api, 'GET', '/greet', { headers: { 'x-request-id': 'not safe' } });
  expect(made['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

it('[HT74][HT77] the errors of a route have the shape of the host', async () => {
  const route = createRoutes({ encodeError: ({ code }, request) => ({ body: { code, id: request.id } }) });
  const api = route('fail', async () => {
    throw new EngineError('bot_not_found');
  });
  const { status, body } = await ask(api, 'GET', '/', { headers: { 'x-request-id': 'mine' } });
  expect([status, body]).toEqual([404, '{"code":"bot_not_found","id":"mine"}']);
});

it('[HT11] a request id is taken if it is safe in a log, and else made', () => {
  expect(chooseRequestId('mine')).toBe('mine');
  expect(chooseRequestId('a b')).toMatch(/^[0-9a-f-]{36}$/);
});

it('[HT76] a route refuses a key beyond its limit, and says when to try again', async () => {
  const clock = simulatedClock();
  const admit = rateGuard({ limit: 2, windowMs: 5_000, clock });
  const api = createRoutes()('limited', async (_request) => {
    await admit('a');
    return jsonResponse(200, '{}');
  });
  const statuses: unknown[] = [];
  for (let count = 0; count < 3; count += 1) {
    const { status, headers } = await ask(api, 'GET', '/', {});
    statuses.push([status, headers['retry-after']]);
  }
  expect(statuses).toEqual([
    [200, undefined],
    [200, undefined],
    [429, '5'],
  ]);
  await expect(admit('b')).resolves.toBeUndefined();
  clock.advance(5_000);
  await expect(admit('a')).resolves.toBeUndefined();
  await expect(rateGuard({ limit: 0, clock })('a')).resolves.toBeUndefined();
});

it('[HT76] a limiter that may store its keys gets hashes', async () => {
  const keys: string[] = [];
  const limiter: RateLimiter = {
    async admit(key) {
      keys.push(key);
      return { kind: 'admitted' };
    },
  };
  await rateGuard({ limit: 1, limiter })('a secret');
  expect(keys).toEqual([expect.not.stringContaining('secret')]);
});

const create = createRoutes()('create', async (request) => {
  const body = (await readJsonBody(request)) as { readonly name: string };
  const principal = { ...ada, person: Number(request.headers.get('x-person') ?? 7) };
  return answerOnce({
    ...{ engine, principal, request, body },
    work: ({ bots }) => bots.create({ ...body, channelFamily: 'native' }),
    encode: ({ id }) => jsonResponse(201, JSON.stringify({ id }), { location: `/bots/${id}` }),
  });
});

const post = (api: HttpApi, path: string, name: string, headers: Request['headers'] = {}) =>
  ask(api, 'POST', path, { headers, json: { name } });

it('[HT79] a repeated request with a key gets the stored response', async () => {
  const key = { 'idempotency-key': 'one' };
  const first = await post(create, '/bots', 'One', key);
  const again = await post(create, '/bots', 'One', { ...key, 'x-request-id': 'again' });
  expect([first.status, again.status, again.body, again.headers['location']]).toEqual([
    201,
    201,
    first.body,
    first.headers['location'],
  ]);
  expect(again.headers['x-request-id']).toBe('again');
  const other = await post(create, '/bots', 'Two', key);
  expect([other.status, JSON.parse(other.body ?? '').error.code]).toEqual([422, 'idempotency_key_reused']);
  const bodies = await Promise.all([
    post(create, '/others', 'One', key),
    post(create, '/bots', 'One', { ...key, 'x-person': '8' }),
    post(create, '/bots', 'One'),
    post(create, '/bots', 'One'),
  ]);
  expect(new Set([first.body, ...bodies.map(({ body }) => body)]).size).toBe(5);
});

it.for([
  ['while the first runs', { name: 'Twice' }, { 'idempotency-key': 'two' }, [201, 409]],
  ['with a key that is too long', { name: 'Long' }, { 'idempotency-key': 'x'.repeat(256) }, [400, 400]],
] as const)('[HT79] a repeated request %s', async ([, { name }, headers, statuses]) => {
  const answers = await Promise.all([post(create, '/bots', name, headers), post(create, '/bots', name, headers)]);
  expect(answers.map(({ status }) => status).sort()).toEqual(statuses);
});

it('[HT79] a refusal without effect frees the key', async () => {
  const headers = { 'idempotency-key': 'three' };
  const answers = [await post(create, '/bots', '', headers), await post(create, '/bots', 'Three', headers)];
  expect(answers.map(({ status }) => status)).toEqual([422, 201]);
});
