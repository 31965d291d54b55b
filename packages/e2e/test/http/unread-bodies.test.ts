import { once } from 'node:events';
import { request as httpRequest, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import type { DiscardBounds, HttpApi } from '@botwright/http';
import { expressHandler } from '@botwright/http-express';
import { fastifyPlugin } from '@botwright/http-fastify';
import { fetchHandler } from '@botwright/http-hono';
import { continueOnRead, nodeListener } from '@botwright/http-node';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentAdapters } from '../support/adapters.ts';
import { createBot } from '../support/bot-requests.ts';
import { type Client, connectClient } from '../support/bots-client.ts';
import { tokens } from '../support/callers.ts';
import { connectRaw } from '../support/raw-socket.ts';
import { startServer } from '../support/start-server.ts';
import { cleanDiagram } from '../support/wire-diagrams.ts';

const authorization = `Authorization: Token ${tokens.acme}`;
const maxBodyBytes = 1_024 * 1_024;
const chunk = Buffer.alloc(64 * 1_024, 0x20);
/** 20 MB. */
const chunks = 320;

function head(line: string, headers: readonly string[]): string {
  return [`${line} HTTP/1.1`, 'Host: bots.acme.test', ...headers, '', ''].join('\r\n');
}

/** Sends everything before it reads anything, as many clients do. @returns Everything received. */
async function sendThenRead(port: number, start: string, parts: Iterable<Uint8Array>): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const failed = once(socket, 'error').then(([error]) => Promise.reject(error));
  socket.pause();
  socket.write(start);
  for (const part of parts) {
    if (!socket.write(part)) await Promise.race([once(socket, 'drain'), failed]);
  }
  failed.catch(() => {});
  return await Promise.race([readAll(socket), failed]);
}

async function readAll(socket: Readable): Promise<string> {
  let text = '';
  for await (const part of socket.setEncoding('latin1')) text += part;
  return text;
}

function* bodyParts(wrap = (part: Buffer): Buffer => part): Generator<Uint8Array> {
  for (let count = 0; count < chunks; count += 1) yield wrap(chunk);
}

const asChunk = (part: Buffer): Buffer => Buffer.concat([Buffer.from('10000\r\n'), part, Buffer.from('\r\n')]);

describe.each(currentAdapters)('on %s', (adapter) => {
  let client: Client;
  let target: string;

  beforeAll(async () => {
    client = await connectClient(await startServer({ adapter, api: { maxBodyBytes } }));
    target = `PUT /v0-alpha/bots/${(await createBot(client)).id}/draft`;
  });
  afterAll(() => client.server.close());

  it.for([
    ['by its length', `Content-Length: ${chunks * chunk.length}`, (part: Buffer) => part],
    ['as it comes', 'Transfer-Encoding: chunked', asChunk],
  ] as const)(
    '[HT50] a body of 20 MB that is refused %s, on a connection that is to be closed, sees the refusal',
    {
      timeout: 20_000,
    },
    async ([, header, wrap]) => {
      const start = head(target, [authorization, 'Connection: close', header]);
      const end = header.startsWith('T') ? [Buffer.from('0\r\n\r\n')] : [];
      const text = await sendThenRead(client.server.port, start, [...bodyParts(wrap), ...end]);
      expect(text).toMatch(/^HTTP\/1\.1 413 /);
      expect(text).toMatch(/\{"error":\{"code":"request_too_large".*\}\}/);
      expect(client.server.faults).toEqual([]);
    },
  );

  it('[HT50] a body of 20 MB with a bad token, or to an operation that takes none, sees the response', {
    timeout: 20_000,
  }, async () => {
    const length = `Content-Length: ${chunks * chunk.length}`;
    const ask = (line: string, token: string): Promise<string> =>
      sendThenRead(client.server.port, head(line, [token, 'Connection: close', length]), bodyParts());
    expect(await ask(target, 'Authorization: Token a-bad-token-000000')).toMatch(/^HTTP\/1\.1 401 /);
    expect(await ask('POST /v0-alpha/nothing', authorization)).toMatch(/^HTTP\/1\.1 404 /);
    const { id } = await createBot(client);
    expect(await ask(`DELETE /v0-alpha/bots/${id}`, authorization)).toMatch(/^HTTP\/1\.1 204 /);
  });

  it("[HT50] Node's own client without an agent sees the refusal", { timeout: 20_000 }, async () => {
    const [method = '', path = ''] = target.split(' ');
    const headers = { authorization: `Token ${tokens.acme}`, 'content-length': chunks * chunk.length };
    const asked = httpRequest({ port: client.server.port, method, path, headers, agent: false });
    const answered = once(asked, 'response');
    const parts = Readable.from(bodyParts());
    parts.pipe(asked);
    const [response] = await answered;
    // After its response, the client closes the connection while it still sends.
    asked.on('error', () => {});
    parts.destroy();
    expect([response.statusCode, response.headers['content-length']]).toEqual([413, expect.stringMatching(/^\d+$/)]);
    expect(JSON.parse(await readAll(response))).toMatchObject({ error: { code: 'request_too_large' } });
  });
});

const bounds: DiscardBounds = { maxBytes: 2 ** 30, maxSilenceMs: 150, maxMs: 600, maxAtOnce: 100 };

type Make = (api: HttpApi, discard: Partial<DiscardBounds>) => RequestListener | Promise<RequestListener>;

/** Each adapter with bounds for this test. */
const bounded: readonly (readonly [string, Make])[] = [
  ['nodeListener', (api, discard) => nodeListener(api, { discard })],
  ['expressHandler', (api, discard) => express().use(expressHandler(api, { discard }))],
  [
    'fastifyPlugin',
    async (api, discard) => {
      const app = fastify();
      await app.register(fastifyPlugin(api, { discard }));
      await app.ready();
      return (request, response) => app.routing(request, response);
    },
  ],
  [
    'fetchHandler',
    (api, discard) => {
      const listener = getRequestListener(fetchHandler(api, { discard }));
      return (request, response) => void listener(request, response);
    },
  ],
];

describe.each(bounded)('the bounds of %s', (name, make) => {
  async function serving(discard: Partial<DiscardBounds>, work: (port: number) => Promise<void>): Promise<void> {
    const adapter = (api: HttpApi): RequestListener | Promise<RequestListener> => make(api, { ...bounds, ...discard });
    const server = await startServer({ adapter, api: { maxBodyBytes } });
    try {
      await work(server.port);
      expect(server.faults).toEqual([]);
    } finally {
      await server.close();
    }
  }

  const refused = head('PUT /v0-alpha/bots/x/draft', [authorization, 'Content-Length: 1000000000']);
  const after = async (work: () => Promise<unknown>): Promise<number> => {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  };

  it('[HT50] a client that stops sending is answered at once, and closed after a while', async () => {
    await serving({ maxMs: 60_000 }, async (port) => {
      const connection = await connectRaw(port);
      const tookMs = await after(async () => {
        connection.send(refused);
        expect((await connection.answer()).status).toBe(413);
        await connection.closed();
      });
      expect(tookMs).toBeGreaterThan(140);
      expect(tookMs).toBeLessThan(10_000);
    });
  });

  it('[HT50] a client that trickles, and never reads, is closed when its time is over', async () => {
    // A busy machine may hold the trickle up.
    await serving({ maxSilenceMs: 5_000 }, async (port) => {
      const connection = await connectRaw(port);
      connection.socket.pause();
      const tookMs = await after(async () => {
        connection.send(refused);
        const trickle = setInterval(() => connection.send('x'), 20);
        await connection.closed();
        clearInterval(trickle);
      });
      expect(tookMs).toBeGreaterThan(500);
      expect(tookMs).toBeLessThan(10_000);
    });
  });

  it('[HT50] beyond so many bytes it is closed', async () => {
    await serving({ maxBytes: 100_000, maxSilenceMs: 60_000, maxMs: 60_000 }, async (port) => {
      const connection = await connectRaw(port);
      connection.send(refused);
      expect((await connection.answer()).status).toBe(413);
      for (let count = 0; count < 8; count += 1) connection.send(chunk);
      await connection.closed();
    });
  });

  if (name === 'fetchHandler') return;

  it('[HT50] beyond so many at once clients are answered and closed at once', async () => {
    await serving({ maxAtOnce: 100, maxSilenceMs: 60_000, maxMs: 60_000 }, async (port) => {
      const waiting = await Promise.all(Array.from({ length: 100 }, () => connectRaw(port)));
      for (const connection of waiting) connection.send(refused);
      for (const connection of waiting) expect((await connection.answer()).status).toBe(413);
      const oneMore = await connectRaw(port);
      oneMore.send(refused);
      expect((await oneMore.answer()).status).toBe(413);
      await oneMore.closed();
      expect(waiting.filter(({ socket }) => socket.closed || socket.readableEnded)).toEqual([]);

      const [first] = waiting;
      first?.socket.destroy();
      await expect
        .poll(async () => {
          const another = await connectRaw(port);
          another.send(refused);
          await another.answer();
          const isOpen = await Promise.race([another.closed().then(() => false), soon().then(() => true)]);
          if (!isOpen) return false;
          waiting.push(another);
          return true;
        })
        .toBe(true);
      for (const { socket } of waiting) socket.destroy();
    });
  });
});

/** Long enough for a connection to be closed. */
function soon(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50));
}

describe.each(bounded)('a client of %s that asks before it sends', (_name, make) => {
  let client: Client;
  let target: string;

  beforeAll(async () => {
    const adapter = (api: HttpApi): RequestListener | Promise<RequestListener> => make(api, {});
    client = await connectClient(await startServer({ adapter, onExpectation: continueOnRead, api: { maxBodyBytes } }));
    target = `PUT /v0-alpha/bots/${(await createBot(client)).id}/draft`;
  });
  afterAll(() => client.server.close());

  it.for([
    [413, 'Content-Length: 1000000000', authorization],
    [401, 'Content-Length: 10', 'Authorization: Token a-bad-token-000000'],
  ] as const)('[HA13] is answered %i at once, with no 100 before, and closed', async ([status, length, token]) => {
    const connection = await connectRaw(client.server.port);
    connection.send(head(target, [token, length, 'Expect: 100-continue']));
    const answer = await connection.answer();
    expect([answer.status, answer.headers['connection']]).toEqual([status, 'close']);
    connection.socket.destroy();
  });

  it('[HA13] gets 100 Continue for an accepted body, and its connection goes on', async () => {
    const body = JSON.stringify(cleanDiagram());
    const connection = await connectRaw(client.server.port);
    const headers = [authorization, 'Expect: 100-continue', `Content-Length: ${body.length}`];
    for (const _ of [1, 2]) {
      connection.send(head(target, headers));
      expect((await connection.answer()).status).toBe(100);
      connection.send(body);
      expect((await connection.answer()).status).toBe(200);
    }
    connection.socket.destroy();
  });
});
