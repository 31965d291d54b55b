import { createServer, type RequestListener } from 'node:http';
import { createEngine, type Engine } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import {
  answerOnce,
  createRoutes,
  jsonResponse,
  rateGuard,
  readIfMatch,
  readJsonBody,
  revisionTag,
  type ServeRoute,
} from '@botwright/http';
import { expressHandler } from '@botwright/http-express';
import { fastifyPlugin } from '@botwright/http-fastify';
import { fetchHandler, honoHandler } from '@botwright/http-hono';
import { nodeListener } from '@botwright/http-node';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { closeServer, listen } from '../support/listen.ts';

const ada = { brand: 'acme', person: 7, workspaces: [1], permissions: ['view_bots', 'edit_bots'] } as const;
const path = '/of/:name/bots';

/** Creates a bot with a name from the path, or overwrites its draft if the body names its id. */
function serveBots(engine: Engine): ServeRoute {
  const admit = rateGuard({ limit: 20, windowMs: 600_000, limiter: engine.rateLimiter });
  return async (request, { recognise }) => {
    recognise(ada);
    await admit(`person ${ada.person}`);
    const body = (await readJsonBody(request)) as { readonly id?: string };
    const { drafts } = engine.as(ada);
    if (body.id !== undefined) {
      const condition = readIfMatch(request.headers.get('if-match'));
      const blocks = [{ type: 'close_chat' }];
      const { revision } = await drafts.addBlocks(body.id, { blocks }, condition);
      return jsonResponse(200, '{}', { etag: revisionTag(revision) });
    }
    // On hosts of fetch the route reads the path itself.
    const name = request.params?.['name'] ?? decodeURIComponent(request.path.split('/')[2] ?? '');
    return answerOnce({
      ...{ engine, principal: ada, request, body },
      work: ({ bots }) => bots.create({ name, channelFamily: 'native' }),
      encode: (bot) => jsonResponse(201, JSON.stringify({ id: bot.id, name: bot.name })),
    });
  };
}

const hosts: Readonly<Record<string, (serve: ServeRoute) => RequestListener | Promise<RequestListener>>> = {
  nodeListener: (serve) => nodeListener(createRoutes()('serve', serve)),
  fetchHandler: (serve) => fetchListener(fetchHandler(createRoutes()('serve', serve))),
  honoHandler: (serve) => fetchListener(new Hono().post(path, honoHandler(createRoutes()('serve', serve))).fetch),
  expressHandler: (serve) => express().post(path, expressHandler(createRoutes()('serve', serve))),
  'expressHandler after a parser': (serve) =>
    express()
      .use(express.json())
      .post(path, expressHandler(createRoutes()('serve', serve))),
  async fastifyPlugin(serve) {
    const app = fastify();
    const route = { method: 'POST', url: path } as const;
    await app.register(fastifyPlugin(createRoutes()('serve', serve), { route }));
    await app.ready();
    return (request, response) => app.routing(request, response);
  },
};

function fetchListener(fetch: (request: Request) => Response | Promise<Response>): RequestListener {
  const listener = getRequestListener(fetch);
  return (request, response) => void listener(request, response);
}

describe.each(Object.keys(hosts))('a route of the host on %s', (host) => {
  it('[HA20][HT76][HT77][HT79] has parameters, request ids, repetition, conditions and rates', async () => {
    const engine = createEngine({ storage: memoryStorage() });
    const server = createServer(await hosts[host]?.(serveBots(engine)));
    const url = `http://127.0.0.1:${await listen(server)}/of/a%2Fb%20c/bots`;
    const post = async (body: object, headers: Readonly<Record<string, string>> = {}) => {
      const sent = { 'content-type': 'application/json', ...headers };
      const response = await fetch(url, { method: 'POST', headers: sent, body: JSON.stringify(body) });
      return { status: response.status, headers: response.headers, json: (await response.json()) as never };
    };
    try {
      const first = await post({}, { 'idempotency-key': 'one', 'x-request-id': 'mine' });
      expect([first.status, first.json, first.headers.get('x-request-id')]).toEqual([
        201,
        { id: expect.any(String), name: 'a/b c' },
        'mine',
      ]);
      const again = await post({}, { 'idempotency-key': 'one' });
      expect([again.status, again.json]).toEqual([201, first.json]);
      expect(again.headers.get('x-request-id')).not.toBe('mine');
      const reused = await post({ other: 1 }, { 'idempotency-key': 'one' });
      expect([reused.status, reused.json]).toMatchObject([422, { error: { code: 'idempotency_key_reused' } }]);

      const { id } = first.json as { readonly id: string };
      const changed = await post({ id }, { 'if-match': '"1"' });
      expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"']);
      const stale = await post({ id }, { 'if-match': '"1"' });
      expect([stale.status, stale.json]).toMatchObject([412, { error: { code: 'draft_changed' } }]);
      const malformed = await post({ id }, { 'if-match': '1' });
      expect([malformed.status, malformed.json]).toMatchObject([400, { error: { code: 'invalid_parameters' } }]);

      for (let count = 0; count < 14; count += 1) await post({});
      const limited = await post({});
      expect([limited.status, limited.json]).toMatchObject([429, { error: { code: 'too_many_requests' } }]);
      expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await closeServer(server);
      await engine.close();
    }
  });
});
