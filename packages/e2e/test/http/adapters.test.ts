import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deterministicIds } from '@botwright/core/testing';
import type { HttpApi } from '@botwright/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdapterOptions, adapters, listenerOf } from '../support/adapters.ts';
import { createBot, putDraft } from '../support/bot-requests.ts';
import { type Client, connectClient, send } from '../support/bots-client.ts';
import { tokens } from '../support/callers.ts';
import { connectRaw, type RawAnswer } from '../support/raw-socket.ts';
import { startServer } from '../support/start-server.ts';
import { buttonsDiagram, cleanDiagram } from '../support/wire-diagrams.ts';

const authorization = `Authorization: Token ${tokens.acme}`;
const oneMiB = 1_024 * 1_024;

/** A request as it goes over the wire. */
function wire(line: string, headers: readonly string[] = [], body = ''): string {
  return [`${line} HTTP/1.1`, 'Host: bots.acme.test', ...headers, '', body].join('\r\n');
}

describe.each(adapters)('on %s', (adapter) => {
  let client: Client;
  let botId: string;

  beforeAll(async () => {
    client = await connectClient(await startServer({ adapter, api: { maxBodyBytes: oneMiB } }));
    botId = (await createBot(client)).id;
    await putDraft(client, botId);
  });
  afterAll(() => client.server.close());

  async function ask(text: string, options?: { readonly hasBody?: boolean }): Promise<RawAnswer> {
    const connection = await connectRaw(client.server.port);
    connection.send(text);
    const answer = await connection.answer(options);
    connection.socket.destroy();
    return answer;
  }

  function codeOf({ body }: RawAnswer): string {
    return (JSON.parse(body) as { error: { code: string } }).error.code;
  }

  it.each([
    'http://bots.acme.test/v0-alpha/bots?search=nothing',
    'http://other.test:80/v0-alpha/bots?search=nothing',
    '/v0-alpha/bots?search=nothing',
  ])('[HT10] the target %s is its path and query', async (target) => {
    const answer = await ask(wire(`GET ${target}`, [authorization]));
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([200, { data: [] }]);
  });

  it('[HT72] JSON is said to be nothing else, also in refusals and of HEAD', async () => {
    const asked = [
      ['GET', `/bots/${botId}`, 200],
      ['HEAD', `/bots/${botId}`, 200],
      ['GET', '/bots/none', 404],
      ['PUT', `/bots/${botId}`, 405],
      ['GET', '/nothing', 404],
    ] as const;
    for (const [method, path, status] of asked) {
      const { status: given, headers } = await send(client.server.url, method, path, { token: tokens.acme });
      expect([given, headers.get('x-content-type-options')], `${method} ${path}`).toEqual([status, 'nosniff']);
    }
    const document = await send(client.server.url, 'GET', '/openapi.yml', { token: tokens.acme });
    expect([document.status, document.headers.get('x-content-type-options')]).toEqual([200, null]);
  });

  it('[HT7] HEAD has the length and no body', async () => {
    const connection = await connectRaw(client.server.port);
    connection.send(
      wire(`HEAD /v0-alpha/bots/${botId}`, [authorization]) + wire(`GET /v0-alpha/bots/${botId}`, [authorization]),
    );
    const head = await connection.answer({ hasBody: false });
    const get = await connection.answer();
    expect([head.status, head.headers['content-length']]).toEqual([200, String(get.body.length)]);
    connection.socket.destroy();
  });

  it('[HT49] pipelined requests are answered in their order', async () => {
    const connection = await connectRaw(client.server.port);
    const paths = ['/v0-alpha/bots?page=7', '/v0-alpha/nothing', '/v0-alpha/bots?page=9'];
    connection.send(paths.map((path) => wire(`GET ${path}`, [authorization])).join(''));
    const answers = [await connection.answer(), await connection.answer(), await connection.answer()];
    expect(answers.map(({ body }) => JSON.parse(body))).toMatchObject([
      { meta: { page: 7 } },
      { error: { code: 'path_not_found' } },
      { meta: { page: 9 } },
    ]);
    connection.socket.destroy();
  });

  it('[HT49] a body can arrive in chunks, however small', async () => {
    const body = JSON.stringify({ diagram: cleanDiagram('ä😀') });
    const connection = await connectRaw(client.server.port);
    const type = 'Content-Type: application/json';
    connection.send(wire(`PUT /v0-alpha/bots/${botId}/draft`, [authorization, type, 'Transfer-Encoding: chunked']));
    for (const byte of Buffer.from(body))
      connection.send(Buffer.concat([Buffer.from('1\r\n'), Buffer.of(byte), Buffer.from('\r\n')]));
    connection.send('0\r\n\r\n');
    const answer = await connection.answer();
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([200, { data: { diagram: cleanDiagram('ä😀') } }]);
    connection.socket.destroy();
  });

  it.each([
    ['Content-Length: 0', ''],
    ['Transfer-Encoding: chunked', '0\r\n\r\n'],
    ['X-Nothing: 1', ''],
  ])('[HT34] no body, said as %s, is empty_body', async (header, body) => {
    const answer = await ask(wire(`PUT /v0-alpha/bots/${botId}/draft`, [authorization, header], body));
    expect([answer.status, codeOf(answer)]).toEqual([400, 'empty_body']);
  });

  it('[HT49] Expect: 100-continue is served', async () => {
    const body = JSON.stringify(cleanDiagram());
    const connection = await connectRaw(client.server.port);
    const headers = [
      authorization,
      'Expect: 100-continue',
      `Content-Length: ${body.length}`,
      'Content-Type: application/json',
    ];
    connection.send(wire(`PUT /v0-alpha/bots/${botId}/draft`, headers));
    expect((await connection.answer()).status).toBe(100);
    connection.send(body);
    expect((await connection.answer()).status).toBe(200);
    connection.socket.destroy();
  });

  it.each(['GET /v0-alpha/bots?search=é', 'GET *', 'OPTIONS *', 'GET bots', 'CONNECT acme.test:443'])(
    '[HT51] %s is refused, by Node or by the API',
    async (line) => {
      const connection = await connectRaw(client.server.port);
      connection.send(wire(line, [authorization, 'Connection: close']));
      const answer = await connection.answer().catch(() => undefined);
      if (answer !== undefined) expect([400, 404]).toContain(answer.status);
      connection.socket.destroy();
      expect(client.server.faults).toEqual([]);
    },
  );

  it('[HT50] a client that is still sending reads the refusal, and the connection stays usable', async () => {
    const connection = await connectRaw(client.server.port);
    const body = 'x'.repeat(100_000);
    const headers = ['Authorization: Token a-bad-token-000000', `Content-Length: ${body.length}`];
    connection.send(wire(`PUT /v0-alpha/bots/${botId}/draft`, headers));
    connection.send(body.slice(0, 10));
    expect((await connection.answer()).status).toBe(401);
    connection.send(body.slice(10));
    connection.send(wire(`GET /v0-alpha/bots/${botId}`, [authorization]));
    expect((await connection.answer()).status).toBe(200);
    connection.socket.destroy();
  });

  it('[HT30][HT50] a length beyond the limit is refused before the body is sent', async () => {
    const answer = await ask(wire(`PUT /v0-alpha/bots/${botId}/draft`, [authorization, 'Content-Length: 1000000000']));
    expect([answer.status, codeOf(answer)]).toEqual([413, 'request_too_large']);
  });

  it('[HT30][HT50] a body without end is refused at the limit, and the connection is cut', {
    timeout: 20_000,
  }, async () => {
    const connection = await connectRaw(client.server.port);
    connection.send(wire(`PUT /v0-alpha/bots/${botId}/draft`, [authorization, 'Transfer-Encoding: chunked']));
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 0x20), Buffer.from('\r\n')]);
    let isOpen = true;
    const over = connection.closed().then(() => {
      isOpen = false;
    });
    const first = connection.answer();
    while (isOpen) {
      connection.send(chunk);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await over;
    expect((await first).status).toBe(413);
  });

  it('[HT51] a client that goes away in the middle of a request is no fault', async () => {
    for (const sent of [0, 5, 50]) {
      const connection = await connectRaw(client.server.port);
      connection.send(
        wire(`PUT /v0-alpha/bots/${botId}/draft`, [authorization, 'Content-Length: 100']) + ' '.repeat(sent),
      );
      await new Promise((resolve) => setTimeout(resolve, 20));
      connection.socket.destroy();
    }
    const waiting = await connectRaw(client.server.port);
    waiting.send(wire(`GET /v0-alpha/bots/${botId}`, [authorization]));
    waiting.socket.destroy();
    expect((await client.call('GET', `/bots/${botId}`)).status).toBe(200);
    expect(client.server.faults).toEqual([]);
  });

  it('[HT51] what is no HTTP does not stop the server', async () => {
    for (const text of [
      '\r\n\r\n',
      'nonsense\r\n\r\n',
      'GET / HTTP/9\r\n\r\n',
      'GET /v0-alpha/bots HTTP/1.1\r\nA B: c\r\n\r\n',
    ]) {
      const connection = await connectRaw(client.server.port);
      connection.send(text);
      connection.socket.end();
      await connection.closed();
    }
    expect((await client.call('GET', `/bots/${botId}`)).status).toBe(200);
  });
});

describe.each(adapters)('pages of other sites on %s', (adapter) => {
  const shop = 'https://shop.example';
  const answer: HttpApi = {
    handle: async ({ method }) => ({ status: 200, headers: { 'content-length': `${method.length}` }, body: method }),
  };

  async function serve(options: AdapterOptions) {
    const server = createServer(await listenerOf(adapter, answer, '', options));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const ask = (method: string, headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${port}/a`, { method, headers: { origin: shop, ...headers } });
    return { ask, close: () => new Promise((resolve) => server.close(resolve)) };
  }

  it('[HA18] are refused by default, and accepted by an option', async () => {
    const closed = await serve({});
    const kept = await closed.ask('GET', {});
    expect([kept.status, kept.headers.get('access-control-allow-origin')]).toEqual([200, null]);
    await closed.close();

    const open = await serve({ cors: { origins: [shop] } });
    const read = await open.ask('GET', {});
    expect([await read.text(), read.headers.get('access-control-allow-origin')]).toEqual(['GET', shop]);
    const preflight = await open.ask('OPTIONS', { 'access-control-request-method': 'PATCH' });
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
      204,
      'GET, HEAD, POST, PUT, PATCH, DELETE',
    ]);
    await open.close();
  });
});

describe('the adapters', () => {
  const requests = [
    ['GET', '/bots', {}],
    ['HEAD', '/bots', {}],
    ['GET', '/bots', { token: 'none' }],
    ['DELETE', '/bots', {}],
    ['OPTIONS', '/bots', {}],
    ['GET', '/nothing', {}],
    ['GET', '/bots?search=%C3%A4+b', {}],
    ['GET', '/bots/BOT', {}],
    ['PUT', '/bots/BOT/draft', { body: buttonsDiagram() }],
    ['PUT', '/bots/BOT/draft', { raw: '{' }],
    ['PUT', '/bots/BOT/draft', { raw: 'x'.repeat(2 * oneMiB) }],
    ['PUT', '/bots/BOT/draft', { raw: '{}', headers: { 'content-type': 'text/plain' } }],
    ['GET', '/bots/BOT/draft', {}],
    ['PATCH', '/bots/BOT/draft/blocks/a%2Fb', { body: { top: 1 } }],
    ['DELETE', '/bots/BOT/draft', {}],
    ['GET', '/bots/BOT/draft/revisions', {}],
    ['POST', '/bots/BOT/versions', {}],
    ['GET', '/blocks', {}],
    ['GET', '/openapi.yml', {}],
    ['DELETE', '/bots/BOT', {}],
  ] as const;

  it('[HT49] give the same responses', async () => {
    const servers = await Promise.all(
      adapters.map(async (adapter) => {
        const options = { adapter, api: { maxBodyBytes: oneMiB }, engine: { ids: deterministicIds() } };
        const client = await connectClient(await startServer(options));
        return { client, botId: (await createBot(client, { diagram: buttonsDiagram() })).id };
      }),
    );
    const own = new Set(['date', 'connection', 'keep-alive', 'x-request-id', 'transfer-encoding', 'x-powered-by']);
    for (const [method, path, options] of requests) {
      const answers = await Promise.all(
        servers.map(async ({ client, botId }) => {
          const answer = await send(client.server.url, method, path.replace('BOT', botId), options);
          return [answer.status, [...answer.headers].filter(([name]) => !own.has(name)), answer.text];
        }),
      );
      for (const answer of answers) expect(answer, `${method} ${path}`).toEqual(answers[0]);
    }
    for (const { client } of servers) await client.server.close();
  });

  it('[HT6][HA11] a broken percent escape is refused by the API, but by Fastify on Fastify', async () => {
    const shapes = await Promise.all(
      adapters.map(async (adapter) => {
        const client = await connectClient(await startServer({ adapter }));
        const { status, json } = await send(client.server.url, 'GET', '/bots/%zz');
        await client.server.close();
        return [adapter, status, typeof (json as { error: unknown } | undefined)?.error];
      }),
    );
    expect(shapes).toEqual(
      adapters.map((adapter) => [adapter, 400, adapter === 'fastifyPlugin' ? 'string' : 'object']),
    );
  });
});
