import { createEngine } from '@botwright/core';
import { inputObject, integer } from '@botwright/core/inputs';
import { memoryStorage } from '@botwright/core/memory';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  botsOperations,
  chatOperations,
  createBotsApi,
  createChatApi,
  createPlatformApi,
  defineBotsOperation,
  defineChatOperation,
  definePlatformOperation,
  type HttpResponse,
  jsonResponse,
  type MountedApi,
  noContent,
  type OperationDescription,
  platformOperations,
} from '../src/index.ts';
import { agentToken, ask, channelToken, doubles } from './doubles.ts';

const token = 'a-token-of-24-characters';
const engine = createEngine({ storage: memoryStorage() });
const url = 'https://acme.test/inside/bots';

beforeAll(() => engine.configure([{ name: 'acme', plan: 'starter', workspaces: [1], tokens: [{ token, person: 7 }] }]));
afterAll(() => engine.close());

const countBots = defineBotsOperation({
  id: 'countBots',
  method: 'GET',
  path: '/counts/{workspace}',
  tag: 'Counts',
  summary: 'Count the bots of a workspace',
  permission: 'view_bots',
  pathSchemas: { workspace: { type: 'integer' } },
  success: { status: 200, description: 'The number.' },
  errors: [],
  work: ({ bots }, { params }) => bots.list({ workspace: Number(params.workspace) }),
  encode: ({ total }, { context }) => jsonResponse(200, JSON.stringify({ total, at: context.publicUrl })),
});
const operations = [...botsOperations.filter(({ method }) => method === 'GET'), countBots];
const api = createBotsApi({
  engine,
  publicUrl: url,
  basePath: '/inside/bots',
  sameOriginBasePath: '/pages',
  operations,
  bearer: async () => ({ brand: 'acme', person: 8, workspaces: [1], permissions: [] }),
});

const statusOf = async (target: MountedApi, method: string, path: string): Promise<number> =>
  (await ask(target, method, path, { token })).status;

it('[HT1] the host chooses the base paths', async () => {
  expect(api.basePaths).toEqual(['/inside/bots', '/pages']);
  const paths = ['/inside/bots/bots', '/pages/bots', '/v0-alpha/bots', '/api/v0-alpha/bots', '/inside/bots'];
  expect(await Promise.all(paths.map((path) => statusOf(api, 'GET', path)))).toEqual([200, 200, 404, 404, 404]);
  expect(() => createBotsApi({ engine, publicUrl: url, basePath: '/bots' })).not.toThrow();
  expect(() => createBotsApi({ engine, publicUrl: url })).toThrow('publicUrl must be an http or https URL');
});

it('[HT54] an operation that is not mounted is not found', async () => {
  expect([await statusOf(api, 'POST', '/inside/bots/bots'), await statusOf(api, 'PUT', '/inside/bots/blocks')]).toEqual(
    [405, 405],
  );
});

it('[HT54] an operation of the host is served, checked and described like the others', async () => {
  const path = '/inside/bots/counts/1';
  const { status, body = '' } = await ask(api, 'GET', path, { token });
  expect([status, JSON.parse(body)]).toEqual([200, { total: 0, at: url }]);
  expect((await ask(api, 'GET', path, { headers: { authorization: 'Bearer x' } })).status).toBe(403);

  const document = parse((await ask(api, 'GET', '/pages/openapi.yml', { token })).body ?? '');
  expect(document.servers).toEqual([{ url: 'https://acme.test/pages' }]);
  expect(document.paths['/counts/{workspace}'].get).toMatchObject({
    operationId: 'countBots',
    'x-permission': 'view_bots',
    parameters: [{ name: 'workspace', in: 'path', required: true, schema: { type: 'integer' } }],
  });
  expect(document.tags.at(-1)).toEqual({ name: 'Counts' });
  expect(Object.values(document.paths).filter((methods) => Object.hasOwn(methods as object, 'post'))).toEqual([]);
});

it('[HT54][TK1] the interfaces with tokens accept a base path and operations too', async () => {
  const parts = doubles();
  const ping = definePlatformOperation({
    id: 'ping',
    method: 'PUT',
    path: '/ping/',
    tag: 'Ping',
    summary: 'Ping',
    success: { status: 204, description: 'Pong.' },
    errors: [],
    work: ({ channels }) => channels.list(),
    encode: () => noContent,
  });
  const pong = defineChatOperation({
    ...{ id: 'pong', method: 'GET', path: '/pong', tag: 'Ping', summary: 'Pong', isOpen: true, errors: [] },
    success: { status: 200, description: 'Pong.' },
    work: async () => 'pong',
    encode: (text) => jsonResponse(200, JSON.stringify(text)),
  });
  const shared = { engine: parts.engine, publicUrl: 'https://acme.test/a/b/', clock: parts.clock };
  const platform = createPlatformApi({ ...shared, basePath: '/b/', operations: [...platformOperations, ping] });
  const chat = createChatApi({ ...shared, basePath: '/', operations: [pong] });

  const answers: readonly HttpResponse[] = await Promise.all([
    ask(platform, 'PUT', '/b/ping/', { token: agentToken }),
    ask(platform, 'PUT', '/b/ping/', {}),
    ask(platform, 'GET', '/b/openapi.yml', {}),
    ask(platform, 'PUT', '/v1/ping/', { token: agentToken }),
    ask(chat, 'GET', '/pong', {}),
    ask(chat, 'POST', '/pong', {}),
    ask(chat, 'POST', '/send/ann/', { token: channelToken }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([204, 401, 200, 404, 200, 405, 404]);
  expect([platform.basePaths, chat.basePaths]).toEqual([['/b'], ['']]);
});

it('[HT27] the Bots API counts requests in the store when the host passes its limiter', async () => {
  const shared = { engine, publicUrl: 'https://acme.test/v0-alpha', rateLimit: 2, clock: doubles().clock };
  const nodes = [1, 2].map(() => createBotsApi({ ...shared, rateLimiter: engine.rateLimiter }));
  const statuses: number[] = [];
  for (const node of [...nodes, ...nodes]) statuses.push(await statusOf(node, 'GET', '/v0-alpha/bots'));
  expect(statuses).toEqual([200, 200, 429, 429]);
});

const sum = {
  id: 'sum',
  method: 'GET',
  path: '/sum',
  tag: 'Sums',
  summary: 'Add',
  errors: [],
  permission: 'anyone',
  query: inputObject({ n: v.optional(integer), needed: integer, more: v.optional(integer, 5) }),
  success: { status: 200, description: 'The query as it was read.' },
} as const satisfies Partial<OperationDescription>;
const echo = {
  work: async (_handles: unknown, { query }: { readonly query: v.InferOutput<typeof sum.query> }) => query,
  encode: (query: object) => jsonResponse(200, JSON.stringify(query)),
};
const sumOfBots = defineBotsOperation({ ...sum, ...echo });
const sumOfPlatform = definePlatformOperation({ ...sum, ...echo });
const sumOfChat = defineChatOperation({ ...sum, ...echo });

const shared = { engine: doubles().engine, publicUrl: 'https://acme.test/v1/', clock: doubles().clock };
const botsOf = (...own: readonly (typeof sumOfBots)[]) =>
  createBotsApi({ engine, publicUrl: url, basePath: '/inside/bots', operations: [...botsOperations, ...own] });

it.for([
  ['the Bots API', 400, botsOf(sumOfBots), '/inside/bots', token],
  [
    'the Platform API',
    422,
    createPlatformApi({ ...shared, operations: [...platformOperations, sumOfPlatform] }),
    '/v1',
    agentToken,
  ],
  ['APIchat', 422, createChatApi({ ...shared, operations: [...chatOperations, sumOfChat] }), '/v1', channelToken],
] as const)(
  '[HT55][OA11] %s checks and describes the query of an own operation',
  async ([, status, target, base, secret]) => {
    const get = (path: string) => ask(target, 'GET', `${base}${path}`, { token: secret });
    const read = await get('/sum?needed=1&n=2&other=3');
    expect([read.status, JSON.parse(read.body ?? '')]).toEqual([200, { n: 2, needed: 1, more: 5 }]);
    for (const [query, name] of [
      ['?n=abc&needed=1', 'n'],
      ['?needed=1&needed=2', 'needed'],
      ['?n=1', 'needed'],
      ['', 'needed'],
    ]) {
      const refused = await get(`/sum${query}`);
      expect([query, refused.status, refused.body]).toEqual([query, status, expect.stringContaining(`${name}`)]);
    }

    const { paths } = parse((await get('/openapi.yml')).body ?? '');
    expect(paths['/sum'].get.parameters).toMatchObject([
      { name: 'n', in: 'query' },
      { name: 'needed', in: 'query', required: true },
      { name: 'more', in: 'query', schema: { type: 'integer', default: 5 } },
    ]);
    expect(paths['/sum'].get.parameters.map(({ required }: { required?: boolean }) => required)).toEqual([
      undefined,
      true,
      undefined,
    ]);
  },
);

it('[HT55][OA5] an open operation of the host has its query checked, and the refusals described', async () => {
  const open = definePlatformOperation({ ...sum, ...echo, isOpen: true });
  const target = createPlatformApi({ ...shared, operations: [...platformOperations, open] });
  expect((await ask(target, 'GET', '/v1/sum', {})).status).toBe(422);
  const { paths } = parse((await ask(target, 'GET', '/v1/openapi.yml', {})).body ?? '');
  expect(Object.keys(paths['/sum'].get.responses)).toEqual(['200', '400', '422', '500']);
  expect(Object.keys(paths['/openapi.yml'].get.responses)).toEqual(['200', '500']);
});

it.for<[string, v.GenericSchema]>([
  ['one that valibot makes', v.object({ n: v.optional(integer) })],
  ['a union', v.union([inputObject({}), inputObject({})])],
])('[HT55] a query of %s is refused when the interface is created', ([, query]) => {
  const own = defineBotsOperation({ ...sum, query, work: async () => '', encode: () => noContent });
  expect(() => botsOf(own)).toThrow(new TypeError('The query of sum (GET /sum) must be made with inputObject.'));
});

it.for([
  [{ id: 'listBots' }, 'listBots (GET /bots) and listBots (GET /sum) have the same id.'],
  [{ path: '/bots' }, 'listBots (GET /bots) and sum (GET /bots) have the same method and path.'],
  [
    { method: 'DELETE', path: '/bots/{bot_id}/draft' },
    'discardDraft (DELETE /bots/{bot_id}/draft) and sum (DELETE /bots/{bot_id}/draft) have the same method and path.',
  ],
  [
    { path: '/bots/{id}' },
    'getBot (GET /bots/{bot_id}) and sum (GET /bots/{id}) name the parameter at the same place differently.',
  ],
  [
    { path: '/bots/{id}/notes' },
    'getBot (GET /bots/{bot_id}) and sum (GET /bots/{id}/notes) name the parameter at the same place differently.',
  ],
  [{ path: 'sum' as '/sum' }, 'The path of sum (GET sum) must begin with a slash and name each parameter once.'],
  [{ path: '/{x}/{x}' }, 'The path of sum (GET /{x}/{x}) must begin with a slash and name each parameter once.'],
] as const)('[HT56] an own operation with %o is refused beside those of the interface', ([changes, message]) => {
  expect(() => botsOf(defineBotsOperation({ ...sum, ...echo, ...changes }))).toThrow(new TypeError(message));
});

it('[HT56] an operation of the host replaces one that is left out of the table', async () => {
  const own = defineBotsOperation({ ...sum, ...echo, id: 'listBots', path: '/bots' });
  const others = botsOperations.filter(({ id }) => id !== 'listBots');
  const target = createBotsApi({ engine, publicUrl: url, basePath: '/inside/bots', operations: [...others, own] });
  expect((await ask(target, 'GET', '/inside/bots/bots?needed=1', { token })).body).toBe('{"needed":1,"more":5}');
  expect(() => createPlatformApi({ ...shared, operations: [sumOfPlatform, sumOfPlatform] })).toThrow(TypeError);
  expect(() => createChatApi({ ...shared, operations: [sumOfChat, sumOfChat] })).toThrow(TypeError);
});
