import type { RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { HttpApi } from '@botwright/http';
import { expressHandler } from '@botwright/http-express';
import { fastifyPlugin } from '@botwright/http-fastify';
import express, { type RequestHandler } from 'express';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { type Adapter, adapters } from '../support/adapters.ts';
import { createBot, type WireDraft } from '../support/bot-requests.ts';
import { type CallOptions, type Client, connectClient, send } from '../support/bots-client.ts';
import { type ServerOptions, startServer } from '../support/start-server.ts';
import { cleanDiagram } from '../support/wire-diagrams.ts';

const oneMiB = 1_024 * 1_024;

/** Runs a test against a separate server, with one bot. */
async function serving(
  options: ServerOptions,
  test: (client: Client, botId: string) => Promise<void>,
): Promise<Client['server']> {
  const client = await connectClient(await startServer(options));
  try {
    await test(client, (await createBot(client)).id);
  } finally {
    await client.server.close();
  }
  return client.server;
}

function expressApp(...before: readonly RequestHandler[]): (api: HttpApi) => RequestListener {
  return (api) => {
    const app = express();
    for (const handler of before) app.use(handler);
    return app.use(expressHandler(api));
  };
}

function fastifyApp(
  prepare: (app: FastifyInstance) => void,
  options: FastifyServerOptions = {},
): (api: HttpApi) => Promise<RequestListener> {
  return async (api) => {
    const app = fastify(options);
    prepare(app);
    await app.register(fastifyPlugin(api));
    await app.ready();
    return (request, response) => app.routing(request, response);
  };
}

describe.each(adapters)('%s below a prefix', (adapter) => {
  it('[HA1] answers as it does elsewhere', async () => {
    const ask = async ({ server }: Client, path: string, options?: CallOptions): Promise<unknown> => {
      const { status, text } = await send(server.url, 'PATCH', path, options);
      return [status, text];
    };
    const calls: readonly (readonly [path: string, options?: CallOptions])[] = [
      ['/bots?page=2'],
      ['/bots/x%2Fy', { body: { name: 'x' } }],
      ['/bots/', {}],
      ['/../v0-alpha', {}],
      ['', {}],
    ];
    const answersBelow = async (prefix: string): Promise<unknown[]> => {
      const answers: unknown[] = [];
      await serving({ adapter, prefix }, async (client, botId) => {
        const draft = await client.call('PUT', `/bots/${botId}/draft`, { body: cleanDiagram() });
        answers.push((draft.data as WireDraft).diagram);
        for (const [path, options] of calls) answers.push(await ask(client, path, options));
      });
      return answers;
    };
    expect(await answersBelow('/behind/it')).toEqual(await answersBelow(''));
  });

  it('[HA2] answers every request that it gets', async () => {
    await serving({ adapter, prefix: '/behind' }, async ({ server }) => {
      const { status, code } = await send(`${server.origin}/behind`, 'GET', '/elsewhere');
      expect([status, code]).toEqual([404, 'path_not_found']);
    });
  });
});

describe('expressHandler', () => {
  it('[HA1] as a route of a pattern leaves other paths to the host', async () => {
    const host = (api: HttpApi): RequestListener =>
      express()
        .all(/^(?:\/api)?\/v0-alpha\//, expressHandler(api))
        .get('/{*path}', (_request, response) => void response.send('the host'));
    await serving({ adapter: host }, async ({ server }) => {
      expect((await send(server.origin, 'GET', '/v0-alpha/bots/%zz')).code).toBe('invalid_parameters');
      expect((await send(server.origin, 'GET', '/api/v0-alpha/bots')).status).toBe(200);
      expect((await send(server.origin, 'GET', '/v0-alphabet')).text).toBe('the host');
    });
  });

  it('[HA3] keeps the headers that the host has set', async () => {
    const host = expressApp((_request, response, next) => {
      response.set('access-control-allow-origin', 'https://app.acme.test');
      next();
    });
    await serving({ adapter: host }, async (client) => {
      const { status, headers } = await client.call('GET', '/bots');
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, 'https://app.acme.test']);
    });
  });

  it('[HA5] before a body parser is not limited by it', async () => {
    const host = (api: HttpApi): RequestListener =>
      express()
        .use('/engine', expressHandler(api))
        .use(express.json({ limit: 10 }));
    await serving({ adapter: host, prefix: '/engine' }, async (client, botId) => {
      const draft = { body: cleanDiagram('x'.repeat(oneMiB)) };
      expect((await client.call('PUT', `/bots/${botId}/draft`, draft)).status).toBe(200);
      expect((await client.call('PUT', `/bots/${botId}/draft`, { raw: '{' })).code).toBe('malformed_json');
    });
  });

  it('[HA5] after a body parser reads what that does not take', async () => {
    await serving({ adapter: expressApp(express.json({ type: 'application/other' })) }, async (client, botId) => {
      const { code } = await client.call('PUT', `/bots/${botId}/draft`, { raw: '{' });
      expect(code).toBe('malformed_json');
    });
  });

  const keepRaw = express.json({
    verify: (request, _response, bytes) => {
      Object.assign(request, { rawBody: bytes });
    },
  });
  it.each([
    ['a JSON parser', express.json()],
    ['a JSON parser that keeps the bytes', keepRaw],
    ['a parser to bytes', express.raw({ type: '*/*' })],
    ['a parser to text', express.text({ type: '*/*' })],
  ])('[HA6] after %s reads what was sent', async (_name, parser) => {
    const diagram = { ...cleanDiagram('ä😀'), '': JSON.parse('{"__proto__":{"b":1,"a":[2.50e0,null]}}') };
    await serving({ adapter: expressApp(parser) }, async (client, botId) => {
      const { data } = await client.call('PUT', `/bots/${botId}/draft`, {
        raw: JSON.stringify({ diagram }, undefined, 2),
      });
      expect(JSON.stringify((data as WireDraft).diagram)).toBe(JSON.stringify(diagram));

      const creation = {
        headers: { 'idempotency-key': 'once' },
        body: { name: 'Once', channel_family: 'native', workspace: 1 },
      };
      const created = [await client.call('POST', '/bots', creation), await client.call('POST', '/bots', creation)];
      expect(created.map(({ status }) => status)).toEqual([201, 201]);
      expect(created[0]?.text).toBe(created[1]?.text);

      const typed = { raw: '{}', headers: { 'content-type': 'text/plain' } };
      expect((await client.call('PUT', `/bots/${botId}/draft`, typed)).code).toBe('unsupported_media_type');
      expect((await send(client.server.url, 'PUT', `/bots/${botId}/draft`, { raw: '[1e400]' })).status).toBe(400);
    });
  });

  it('[HA6] after a JSON parser refuses a body that nests too deep', async () => {
    await serving({ adapter: expressApp(express.json({ limit: oneMiB })) }, async (client, botId) => {
      for (const depth of [101, 50_000]) {
        const raw = `${'['.repeat(depth)}${']'.repeat(depth)}`;
        expect((await client.call('PUT', `/bots/${botId}/draft`, { raw })).code).toBe('malformed_json');
      }
      expect(client.server.faults).toEqual([]);
    });
  });

  it('[HA7] reports a body that something else has read to the host', async () => {
    const devour: RequestHandler = (request, _response, next) => {
      if (request.method !== 'PUT') return next();
      request.on('data', () => {}).on('end', () => next());
    };
    const { faults } = await serving({ adapter: expressApp(devour) }, async (client, botId) => {
      const { status, code } = await client.call('PUT', `/bots/${botId}/draft`, { body: cleanDiagram() });
      expect([status, code]).toEqual([500, 'internal_error']);
    });
    expect(faults).toMatchObject([{ message: expect.stringContaining('mount expressHandler first') }]);
  });
});

describe('fastifyPlugin', () => {
  it('[HA1] lies below a prefix with parameters, next to routes of the host', async () => {
    const host = async (api: HttpApi): Promise<RequestListener> => {
      const app = fastify();
      await app.register(fastifyPlugin(api), { prefix: '/of/:brand' });
      await app.register(fastifyPlugin(api));
      app.get('/v0-alpha/own', async () => 'the host');
      await app.ready();
      return (request, response) => app.routing(request, response);
    };
    await serving({ adapter: host }, async ({ server }, botId) => {
      expect((await send(`${server.origin}/of/a%2Fb/v0-alpha`, 'GET', `/bots/${botId}`)).status).toBe(200);
      expect((await send(server.url, 'GET', '/own')).text).toBe('the host');
    });
  });

  it('[HA3] runs the hooks of the host, and hooks that may refuse before the API', async () => {
    const host = fastifyApp((app) => {
      app.addHook('onRequest', async (_request, reply) => void reply.header('vary', 'origin'));
      app.addHook('preHandler', async (request, reply) => {
        if (request.headers['x-guest'] !== undefined) return reply.code(403).send({ by: 'the host' });
      });
      app.addHook('onSend', async (_request, reply) => void reply.header('x-sent', 'yes'));
    });
    await serving({ adapter: host }, async (client, botId) => {
      const { status, headers } = await client.call('GET', '/bots');
      expect([status, headers.get('vary'), headers.get('x-sent')]).toEqual([200, 'origin', 'yes']);
      for (const type of ['application/json', 'nonsense']) {
        const guest = { raw: '{}', headers: { 'x-guest': '1', 'content-type': type } };
        const { status, text } = await send(client.server.url, 'DELETE', `/bots/${botId}`, guest);
        expect([status, text]).toEqual([403, '{"by":"the host"}']);
      }
      expect((await client.call('GET', `/bots/${botId}`)).status).toBe(200);
    });
  });

  it('[HA8] has body parsing of its own, and leaves the host its own', async () => {
    const host = fastifyApp(
      (app) => {
        app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, _body, done) => {
          done(new Error('The host takes no JSON.'));
        });
        app.post('/own', async () => 'the host');
      },
      { bodyLimit: 10 },
    );
    await serving({ adapter: host, api: { maxBodyBytes: oneMiB } }, async (client, botId) => {
      const path = `/bots/${botId}/draft`;
      expect((await client.call('PUT', path, { body: cleanDiagram('x'.repeat(1_000)) })).status).toBe(200);
      expect((await client.call('PUT', path, { raw: 'x'.repeat(2 * oneMiB) })).code).toBe('request_too_large');
      expect((await send(client.server.origin, 'POST', '/own', { raw: 'x'.repeat(20) })).status).toBe(413);
    });
  });

  it('[HA9] reads what a hook has put in place of the payload', async () => {
    const host = fastifyApp((app) => {
      app.addHook('preParsing', async (request, _reply, payload) => {
        if (request.headers['content-encoding'] !== 'gzip') return payload;
        const unzipped = async function* (): AsyncGenerator<string> {
          yield gunzipSync(Buffer.concat(await payload.toArray())).toString();
        };
        return Readable.from(unzipped());
      });
    });
    await serving({ adapter: host }, async (client, botId) => {
      const zipped = (text: string): CallOptions => ({ raw: gzipSync(text), headers: { 'content-encoding': 'gzip' } });
      const diagram = cleanDiagram('ä😀');
      const { data } = await client.call('PUT', `/bots/${botId}/draft`, zipped(JSON.stringify(diagram)));
      expect((data as WireDraft).diagram).toEqual(diagram);
      const long = zipped(JSON.stringify('x'.repeat(6 * oneMiB)));
      expect((await client.call('PUT', `/bots/${botId}/draft`, long)).code).toBe('request_too_large');
      expect((await client.call('GET', `/bots/${botId}/draft`)).status).toBe(200);
    });
  });

  it('[HA10] checks a content type as the other adapters do', async () => {
    const types = [
      'nonsense',
      ';;;',
      'a/b/c',
      'application/json;',
      'application/json; ;',
      'application/json; charset="utf-8"',
      'application/json ; charset=utf-8',
      'application/json; charset="',
      'application/problem+json',
      'APPLICATION/JSON',
      'undefined',
    ];
    const check = async (adapter: Adapter): Promise<unknown> => {
      const answers: unknown[] = [];
      await serving({ adapter }, async (client, botId) => {
        for (const type of types) {
          const options = { raw: '{', headers: { 'content-type': type } };
          answers.push([type, (await client.call('PUT', `/bots/${botId}/draft`, options)).text]);
        }
      });
      return answers;
    };
    expect(await check('fastifyPlugin')).toEqual(await check('nodeListener'));
  });

  it('[HA11] leaves a method that Fastify does not know to Fastify', async () => {
    await serving({ adapter: 'fastifyPlugin' }, async ({ server }) => {
      const answers = [await send(server.url, 'PURGE', '/bots'), await send(server.url, 'QUERY', '/bots')];
      expect(answers.map(({ text }) => JSON.parse(text))).toMatchObject([
        { statusCode: 404, error: 'Not Found' },
        { statusCode: 400, error: 'Bad Request' },
      ]);
    });
  });
});

describe('a response that the host has sent first', () => {
  const slow: HttpApi = {
    async handle() {
      await delay(50);
      return { status: 200, headers: { 'content-type': 'text/plain', 'content-length': '4' }, body: 'late' };
    },
  };
  const hosts: readonly (readonly [string, () => RequestListener | Promise<RequestListener>])[] = [
    [
      'expressHandler',
      () =>
        expressApp((_request, response, next) => {
          response.status(503).send('the host');
          next();
        })(slow),
    ],
    [
      'fastifyPlugin',
      () =>
        fastifyApp((app) => {
          app.addHook('preHandler', async (_request, reply) => {
            setTimeout(() => void reply.code(503).send('the host'), 5);
          });
        })(slow),
    ],
  ];

  it.each(hosts)('[HA4] stays open with %s, and is not a fault', async (_name, host) => {
    const server = await startServer({ adapter: host });
    const answers = [await send(server.url, 'GET', '/bots'), await send(server.url, 'GET', '/bots')];
    await delay(100);
    expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(2).fill([503, 'the host']));
    await server.close();
  });
});
