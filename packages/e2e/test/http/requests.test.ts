import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { absentId, createBot, publishedBot, putDraft } from '../support/bot-requests.ts';
import { type CallOptions, type Client, connectClient, send } from '../support/bots-client.ts';
import { tokens } from '../support/callers.ts';
import { startServer } from '../support/start-server.ts';
import { cleanDiagram } from '../support/wire-diagrams.ts';

describe('requests', () => {
  let client: Client;
  let botId: string;

  beforeAll(async () => {
    client = await connectClient(await startServer({ api: { maxBodyBytes: 1_000 } }));
    botId = (await createBot(client)).id;
    await putDraft(client, botId);
  });
  afterAll(() => client.server.close());

  it.each(['/v0-alpha', '/api/v0-alpha'])('[HT1][HT19] %s serves the agent token', async (base) => {
    const answer = await send(`${client.server.origin}${base}`, 'GET', `/bots/${botId}`);
    expect([answer.status, answer.data]).toMatchObject([200, { id: botId }]);
  });

  it.each([
    '/bots/',
    '/bot',
    '//bots',
    '/',
    '',
    `/bots/${absentId}/`,
    `/bots/${absentId}/draft/`,
    '/bots//draft',
    '/blocks.json',
    '/BOTS',
    '/media',
    '/toString',
    '/bots/x/draft/blocks/y/z',
  ])('[HT3] %s is no path, with credentials or without', async (path) => {
    for (const token of [tokens.acme, 'none', 'a-bad-token-000000']) {
      const answer = await send(client.server.url, 'GET', path, { token });
      expect([answer.status, answer.code]).toEqual([404, 'path_not_found']);
    }
  });

  it.each(['/', '/v1/channels/', '/v0-alphabet/bots', '/api/bots', '/healthz'])(
    '[HT3] what lies below no base is 404: %s',
    async (path) => {
      const answer = await send(client.server.origin, 'GET', path);
      expect([answer.status, answer.code]).toEqual([404, 'path_not_found']);
    },
  );

  it.each([
    ['PUT', '/bots', 'GET, HEAD, POST'],
    ['POST', '/bots/x', 'GET, HEAD, PATCH, DELETE'],
    ['DELETE', '/blocks', 'GET, HEAD'],
    ['POST', '/openapi.yml', 'GET, HEAD'],
    ['GET', '/bots/x/test', 'PUT'],
    ['HEAD', '/bots/x/test', 'PUT'],
    ['OPTIONS', '/bots', 'GET, HEAD, POST'],
    ['PROPFIND', '/bots', 'GET, HEAD, POST'],
    ['PUT', '/bots/x/versions/latest', 'GET, HEAD'],
  ])('[HT4] %s %s is 405', async (method, path, allow) => {
    const answer = await send(client.server.url, method, path);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
    if (method !== 'HEAD') expect(answer.code).toBe('method_not_allowed');
  });

  it.each(['/bots/%zz', '/bots/%', '/bots/%ff/draft', '/%e2%82', '/bots?search=%zz', '/blocks?x=%f'])(
    '[HT6] %s has a bad escape',
    async (path) => {
      const answer = await send(client.server.url, 'GET', path);
      expect([answer.status, answer.code]).toEqual([400, 'invalid_parameters']);
    },
  );

  it.each(['/bots', '/blocks', '/openapi.yml', '/bots/x', '/nothing'])(
    '[HT7] HEAD %s has the headers of GET',
    async (path) => {
      const get = await send(client.server.url, 'GET', path);
      const head = await send(client.server.url, 'HEAD', path);
      const withoutChanging = (headers: Headers) =>
        [...headers].filter(([name]) => !['connection', 'date', 'keep-alive', 'x-request-id'].includes(name));
      expect([head.status, head.text, withoutChanging(head.headers)]).toEqual([
        get.status,
        '',
        withoutChanging(get.headers),
      ]);
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)));
    },
  );

  it.each(['x', '%00', '..%2F..', absentId.toUpperCase().slice(1), `${absentId}0`, "'%20OR%201=1", '__proto__'])(
    '[HT8] the bot "%s" is answered like an absent id',
    async (id) => {
      const nothing = await client.call('GET', `/bots/${absentId}`);
      expect((await client.call('GET', `/bots/${id}`)).bytes).toBe(nothing.bytes);
    },
  );

  it('[HT9] a Host header changes no link', async () => {
    const body = { name: 'A', channel_family: 'native', workspace: 1 };
    const headers = { 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' };
    const answer = await client.call('POST', '/bots', { body, headers });
    expect(answer.headers.get('location')).toMatch(/^https:\/\/bots\.acme\.test\/v0-alpha\/bots\//);
  });

  it('[HT11] a valid request id is used, any other is replaced', async () => {
    const sent = (id: string) => client.call('GET', '/bots', { headers: { 'x-request-id': id } });
    expect((await sent('Ab.1_-')).headers.get('x-request-id')).toBe('Ab.1_-');
    for (const id of ['a b', 'x'.repeat(129), '<script>']) {
      expect((await sent(id)).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
    for (const path of ['/nothing', '/bots/x', '/bots/x/draft/revisions']) {
      const answer = await send(client.server.url, 'GET', path, { token: 'none', headers: { 'x-request-id': 'mine' } });
      expect(answer.headers.get('x-request-id')).toBe('mine');
    }
  });

  it('[HT39] the body of an operation that takes none is ignored', async () => {
    const options = { raw: '{', headers: { 'content-type': 'text/plain' } };
    expect((await client.call('PUT', `/bots/${botId}/test`, options)).status).toBe(200);
    expect((await client.call('DELETE', `/bots/${absentId}`, options)).code).toBe('bot_not_found');
  });

  it('[HT40] parameters that an operation does not take are ignored', async () => {
    const answer = await client.call('GET', `/bots/${botId}?page=x&page=y&a[]=1&__proto__=1`);
    expect(answer.bytes).toBe((await client.call('GET', `/bots/${botId}`)).bytes);
  });

  describe('are checked in order', () => {
    const draft = `/bots/${absentId}/draft`;
    const large = 'x'.repeat(1_001);
    const text = { 'content-type': 'text/plain' };

    it.each([
      ['path before credentials', 'GET', '/nothing', { token: 'none' }, 404, 'path_not_found'],
      ['bad escape before credentials', 'GET', '/bots/%zz', { token: 'none' }, 400, 'invalid_parameters'],
      ['credentials before method', 'DELETE', '/blocks', { token: 'none' }, 401, 'not_authenticated'],
      ['credentials before form', 'PUT', draft, { token: 'none', raw: '{' }, 401, 'not_authenticated'],
      ['method before permission', 'PUT', '/blocks', { token: tokens.blind }, 405, 'method_not_allowed'],
      ['permission before form', 'PUT', draft, { token: tokens.viewer, raw: '{' }, 403, 'permission_denied'],
      ['permission before size', 'PUT', draft, { token: tokens.viewer, raw: large }, 403, 'permission_denied'],
      ['permission before existence', 'GET', draft, { token: tokens.blind }, 403, 'permission_denied'],
      ['size before type', 'PUT', draft, { raw: large, headers: text }, 413, 'request_too_large'],
      ['type before form', 'PUT', draft, { raw: '{', headers: text }, 415, 'unsupported_media_type'],
      ['type before query', 'POST', '/bots?x=%zz', { raw: '{', headers: text }, 415, 'unsupported_media_type'],
      ['form before existence', 'PUT', draft, { raw: '{' }, 400, 'malformed_json'],
      [
        'headers before existence',
        'PUT',
        draft,
        { body: cleanDiagram(), headers: { 'if-match': 'x' } },
        400,
        'invalid_parameters',
      ],
      ['query before existence', 'DELETE', `/bots/${absentId}?permanent=1`, {}, 400, 'invalid_parameters'],
      [
        'existence before revision',
        'PUT',
        draft,
        { body: cleanDiagram(), headers: { 'if-match': '"99"' } },
        404,
        'bot_not_found',
      ],
    ] as const)('[HT2] %s', async (_, method, path, options: CallOptions, status, code) => {
      const answer = await send(client.server.url, method, path, options);
      expect([answer.status, answer.code]).toEqual([status, code]);
    });

    it('[HT2] existence of a block before revision', async () => {
      const path = `/bots/${botId}/draft/blocks/absent`;
      const headers = { 'if-match': '"99"' };
      expect((await client.call('PATCH', path, { body: { top: 1 }, headers })).code).toBe('block_not_found');
      expect((await client.call('DELETE', path, { headers })).code).toBe('block_not_found');
    });

    it('[HT2] revision before rules', async () => {
      const options = { body: { blocks: [{ type: 'juggle' }] }, headers: { 'if-match': '"99"' } };
      const answer = await client.call('POST', `/bots/${botId}/draft/blocks`, options);
      expect([answer.status, answer.code]).toEqual([412, 'draft_changed']);
    });

    it('[HT2] credentials before rate, rate before method', async () => {
      const server = await startServer({ api: { rateLimit: 1 } });
      const codes = [];
      for (const token of ['none', tokens.acme, tokens.acme, 'none']) {
        codes.push((await send(server.url, 'DELETE', '/blocks', { token })).code);
      }
      expect(codes).toEqual(['not_authenticated', 'method_not_allowed', 'too_many_requests', 'not_authenticated']);
      await server.close();
    });
  });

  describe('faults', () => {
    it('[HT17][HT18] are answered 500 with nothing of the cause, reported to the host, and the server goes on', async () => {
      const server = await startServer();
      const faulty = await connectClient(server);
      const { id } = await publishedBot(faulty);
      const { read } = server.storage;
      server.storage.read = () => Promise.reject(new Error('secret of the store'));
      const answer = await faulty.call('GET', `/bots/${id}`, { headers: { 'x-request-id': 'the-one' } });
      server.storage.read = read;

      expect([answer.status, answer.code, answer.headers.get('x-request-id')]).toEqual([
        500,
        'internal_error',
        'the-one',
      ]);
      expect(answer.text).not.toContain('secret');
      expect(server.faults).toEqual([expect.objectContaining({ message: 'secret of the store' })]);
      expect((await faulty.call('GET', `/bots/${id}`)).status).toBe(200);
      await server.close();
    });

    it('[HT18] every request is reported to the host, without credentials and queries', async () => {
      const server = await startServer();
      const listened = await connectClient(server);
      await listened.call('GET', '/bots?search=secret', { headers: { 'x-request-id': 'one' } });
      await listened.call('GET', '/bots/x', { token: tokens.globex, headers: { 'x-request-id': 'two' } });
      await send(server.url, 'GET', '/nothing', { headers: { 'x-request-id': 'three' } });
      await send(server.url, 'PUT', '/bots', { token: 'none', headers: { 'x-request-id': 'four' } });
      await send(server.url, 'HEAD', '/bots', { headers: { 'x-request-id': 'five' } });

      const number = expect.any(Number);
      expect(server.answered.slice(1)).toEqual([
        {
          requestId: 'one',
          method: 'GET',
          path: '/v0-alpha/bots',
          operation: 'listBots',
          status: 200,
          durationMs: number,
          bytes: 54,
          person: 7,
          brand: 'acme',
        },
        {
          requestId: 'two',
          method: 'GET',
          path: '/v0-alpha/bots/x',
          operation: 'getBot',
          status: 404,
          durationMs: number,
          bytes: number,
          person: 70,
          brand: 'globex',
        },
        {
          requestId: 'three',
          method: 'GET',
          path: '/v0-alpha/nothing',
          status: 404,
          durationMs: number,
          bytes: number,
        },
        { requestId: 'four', method: 'PUT', path: '/v0-alpha/bots', status: 401, durationMs: number, bytes: number },
        {
          requestId: 'five',
          method: 'HEAD',
          path: '/v0-alpha/bots',
          operation: 'listBots',
          status: 200,
          durationMs: number,
          bytes: 0,
          person: 7,
          brand: 'acme',
        },
      ]);
      expect(JSON.stringify(server.answered)).not.toMatch(/secret|token-of/);
      await server.close();
    });

    it('[HT18] a listener that throws changes no response', async () => {
      const fail = (): never => {
        throw new Error('listener');
      };
      const server = await startServer({ api: { onResponse: fail, onFault: fail } });
      expect((await send(server.url, 'GET', '/bots')).status).toBe(200);
      await server.close();
    });
  });
});
