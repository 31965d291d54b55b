import { EngineError } from '@botwright/core';
import { describe, expect, it } from 'vitest';
import {
  createChatApi,
  createPlatformApi,
  type ServedRequest,
  type TextResponse,
  type TokenApiOptions,
} from '../src/index.ts';
import { agentToken, ask, channelToken, type Doubles, doubles, type Request } from './doubles.ts';

interface Subject {
  readonly parts: Doubles;
  readonly call: (method: string, target: string, request?: Request) => Promise<TextResponse>;
}

const interfaces = {
  'Platform API': {
    token: agentToken,
    other: channelToken,
    realm: 'platform',
    write: '/v1/customers/31/send_text/',
    create: createPlatformApi,
    messageIn: (body: string): string => Object.values(JSON.parse(body).errors).flat().join(' '),
  },
  APIchat: {
    token: channelToken,
    other: agentToken,
    realm: 'apichat',
    write: '/v1/send/ann/',
    create: createChatApi,
    messageIn: (body: string): string => JSON.parse(body).error,
  },
} as const;

describe.each(Object.entries(interfaces))('%s', (_, { token, other, realm, write, create, messageIn }) => {
  function open(options: Partial<TokenApiOptions> = {}, parts = doubles()): Subject {
    const api = create({ ...parts, publicUrl: 'https://acme.test/v1', ...options });
    return { parts, call: (method, target, request = {}) => ask(api, method, target, { token, ...request }) };
  }

  const good = { json: { message: 'Hello' } };

  it.each([
    write.slice(0, -1),
    `${write}/`,
    '/v1',
    '/v1/',
    '/',
    '*',
    '/v2/customers/',
    '/v1/openapi.yml/',
    '/v1/unknown/',
    'v1/openapi.yml',
    '/v0-alpha/bots',
  ])('[TK1] %s is no path, with a token or without', async (path) => {
    const { call } = open();
    const answers = [await call('POST', path), await call('GET', path, { token: undefined })];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(answers[0]?.body).toBe(answers[1]?.body);
  });

  it('[HT73] a whole number that would lose digits is refused, naming the member', async () => {
    const { call } = open();
    const bodies = [
      '{"message":"a","customer":{"card":[9007199254740993]}}',
      '{"message":"a","x":-12345678901234567890}',
    ];
    const answers = await Promise.all(bodies.map((text) => call('POST', write, { raw: text })));
    expect(answers.map(({ status, body }) => [status, /customer\.card\.0|\bx\b/.exec(body ?? '')?.[0]])).toEqual([
      [422, 'customer.card.0'],
      [422, 'x'],
    ]);
  });

  it.each(['/v1/%zz/', '/v1/%ff/', `${write}%`, '/v1/é/'])('[TK16] %s is malformed', async (path) => {
    expect((await open().call('POST', path, { token: undefined })).status).toBe(400);
  });

  it.each([
    ['no token', { token: undefined }],
    ['a token of nobody', { token: 'a-bad-token-000000' }],
    ['a token of the other interface', { token: other }],
    ['another scheme', { token: undefined, headers: { authorization: `Bearer ${token}` } }],
    ['no scheme', { token: undefined, headers: { authorization: token } }],
  ] as const)('[TK2][TK3] %s is answered 401', async (_name, request) => {
    const { call, parts } = open();
    for (const method of ['POST', 'GET', 'TRACE']) {
      const { status, headers } = await call(method, write, { ...good, ...request });
      expect([status, headers['www-authenticate']]).toEqual([401, `Token realm="${realm}"`]);
    }
    expect(parts.calls).toEqual([]);
  });

  it('[HT72] JSON responses forbid content sniffing, also in refusals', async () => {
    const { call } = open();
    const answers = [await call('POST', write, good), await call('POST', write, { token: undefined })];
    expect(answers.map(({ status, headers }) => [status, headers['x-content-type-options']])).toEqual([
      [200, 'nosniff'],
      [401, 'nosniff'],
    ]);
  });

  it('[TK10] a revoked token stops working at once', async () => {
    const parts = doubles();
    let isGood = true;
    const engine = {
      ...parts.engine,
      authenticate: async (given: string) => (isGood ? parts.engine.authenticate(given) : undefined),
      authenticateChannel: async (given: string) => (isGood ? parts.engine.authenticateChannel(given) : undefined),
    };
    const { call } = open({}, { ...parts, engine });
    expect((await call('POST', write, good)).status).toBe(200);
    isGood = false;
    expect((await call('POST', write, good)).status).toBe(401);
  });

  it('[TK4][TK5] a method that the path does not have is 405, checked after token and rate', async () => {
    const { call } = open({ rateLimit: 1 });
    expect((await call('PUT', write, { token: undefined })).status).toBe(401);
    const refused = await call('PUT', write);
    expect([refused.status, refused.headers['allow']]).toEqual([405, 'POST']);
    expect((await call('PUT', write)).status).toBe(429);
  });

  it('[TK7] a limit of the use-case is 429 with Retry-After', async () => {
    const { call, parts } = open();
    parts.failWith(new EngineError('too_many_requests'));
    const refused = await call('POST', write, good);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
  });

  it('[TK6][TK7] the eleventh request of a window is 429, and does not count', async () => {
    const { call, parts } = open();
    const statuses = async (count: number) => {
      const all = [];
      for (let index = 0; index < count; index += 1) all.push((await call('POST', write, good)).status);
      return all;
    };
    expect(await statuses(5)).toEqual(Array(5).fill(200));
    parts.clock.advance(600);
    expect(await statuses(7)).toEqual([...Array(5).fill(200), 429, 429]);
    const refused = await call('POST', write, good);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    parts.clock.advance(400);
    expect(await statuses(6)).toEqual([...Array(5).fill(200), 429]);
    expect(parts.calls).toHaveLength(15);
  });

  it('[TK6] the host sets the limit, and 0 switches it off', async () => {
    const [two, none] = [open({ rateLimit: 2 }), open({ rateLimit: 0 })];
    for (let index = 0; index < 30; index += 1) {
      expect((await two.call('POST', write, good)).status).toBe(index < 2 ? 200 : 429);
      expect((await none.call('POST', write, good)).status).toBe(200);
    }
  });

  it('[TK7] two servers on one store count together, by a hash of the token, also concurrently', async () => {
    const parts = doubles();
    const keys = new Set<string>();
    const rateLimiter: TokenApiOptions['rateLimiter'] = {
      admit(key, request) {
        keys.add(key);
        return parts.engine.rateLimiter.admit(key, request);
      },
    };
    const both = [open({ rateLimiter }, parts), open({}, parts)];
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_each, index) => both[index % 2]?.call('POST', write, good)),
    );
    expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(10);
    expect([...keys]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });

  it('[TK8][TK9] invalid tokens from one address are limited, and nothing else is', async () => {
    const { call, parts } = open({ rateLimit: 0 });
    const bad = (address?: string) =>
      call('POST', write, { token: 'a-bad-token-000000', ...(address !== undefined && { address }) });
    for (let index = 0; index < 10; index += 1) expect((await bad('10.0.0.1')).status).toBe(401);
    const refused = await bad('10.0.0.1');
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);

    expect((await call('POST', write, { ...good, address: '10.0.0.1' })).status).toBe(200);
    expect((await call('POST', write, { token: undefined, address: '10.0.0.1' })).status).toBe(401);
    expect((await bad('10.0.0.2')).status).toBe(401);
    for (let index = 0; index < 20; index += 1) expect((await bad()).status).toBe(401);
    parts.clock.advance(1_000);
    expect((await bad('10.0.0.1')).status).toBe(401);

    const free = open({ failedTokenLimit: 0 });
    for (let index = 0; index < 20; index += 1) {
      expect((await free.call('POST', write, { token: 'a-bad-token', address: '10.0.0.1' })).status).toBe(401);
    }
  });

  it.each([
    ['no JSON', { raw: '{' }],
    ['blanks', { raw: '  ' }],
    ['bad UTF-8', { raw: Uint8Array.of(0x22, 0xff, 0x22) }],
    ['101 levels', { raw: '['.repeat(101) + ']'.repeat(101) }],
    ['null', { raw: 'null' }],
    ['nothing', {}],
    ['another type', { ...good, headers: { 'content-type': 'text/plain' } }],
    ['another charset', { ...good, headers: { 'content-type': 'application/json; charset=latin1' } }],
  ] as const)('[TK14][TK15] a body that is %s is 400', async (_name, request) => {
    const { call, parts } = open();
    expect((await call('POST', write, request)).status).toBe(400);
    expect(parts.calls).toEqual([]);
  });

  it.each([{}, { 'content-type': 'application/json' }, { 'content-type': 'application/vnd.acme+json; charset=UTF-8' }])(
    '[TK14] with %j the body is read',
    async (headers) => {
      expect((await open().call('POST', write, { ...good, headers })).status).toBe(200);
    },
  );

  it('[TK13] a body beyond the limit is 413 for any type', async () => {
    const { call } = open({ maxBodyBytes: 100 });
    const raw = '{'.repeat(101);
    expect((await call('POST', write, { raw, headers: { 'content-type': 'text/plain' } })).status).toBe(413);
  });

  it('[TK4][TK12] an error of the engine comes after the checks of form, with its status', async () => {
    const { call, parts } = open();
    parts.failWith(new EngineError('invalid_parameters', { field: 'message', message: 'It is required.' }));
    expect((await call('POST', write, { raw: '{' })).status).toBe(400);
    const refused = await call('POST', write, { json: [] });
    expect([refused.status, messageIn(refused.body ?? '')]).toEqual([422, expect.stringContaining('It is required.')]);
    expect(parts.calls.at(-1)?.at(-1)).toEqual([]);
  });

  it('[TK17] serves its OpenAPI document without credentials, and has no other method there', async () => {
    const { call } = open({ rateLimit: 1 });
    for (let index = 0; index < 5; index += 1) {
      const { status, headers, body } = await call('GET', '/v1/openapi.yml', { token: undefined });
      expect([status, headers['content-type']]).toEqual([200, 'application/yaml']);
      expect(body).toContain('url: https://acme.test/v1\n');
    }
    const head = await call('HEAD', '/v1/openapi.yml', { token: undefined });
    expect([head.status, head.body, Number(head.headers['content-length']) > 1_000]).toEqual([200, undefined, true]);
    const refused = await call('POST', '/v1/openapi.yml', { token: undefined });
    expect([refused.status, refused.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  it.each(['https://acme.test/v2/', 'ftp://acme.test/v1/', 'https://acme.test/v1/?x=1', '/v1/'])(
    '[TK17] %s is refused as its public URL',
    (publicUrl) => {
      expect(() => open({ publicUrl })).toThrow(TypeError);
    },
  );

  it('[HT11][HT17][HT18][TK20] reports requests and internal errors to the host, and shows no cause to the caller', async () => {
    const answered: ServedRequest[] = [];
    const faults: unknown[] = [];
    const { call, parts } = open({
      onResponse: (event) => void answered.push(event),
      onFault: (error, requestId) => void faults.push([error, requestId]),
    });
    const fault = new Error('secret of the store');
    parts.failWith(fault);
    const { status, body, headers } = await call('POST', `${write}?key=1`, {
      ...good,
      headers: { 'x-request-id': 'r-1' },
    });
    expect([status, headers['x-request-id'], body?.includes('secret')]).toEqual([500, 'r-1', false]);
    expect(faults).toEqual([[fault, 'r-1']]);
    const shown = write.replace('/send/ann/', '/send/{customer_token}/');
    expect(answered).toEqual([
      expect.objectContaining({ requestId: 'r-1', method: 'POST', path: shown, status: 500, brand: 'acme' }),
    ]);
    expect(JSON.stringify(answered)).not.toContain(token);
  });
});
