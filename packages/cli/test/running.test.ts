import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { callBots } from './support/call-bots.ts';
import { callToken } from './support/call-token.ts';
import { createTestFolder } from './support/test-folder.ts';

describe('logs', () => {
  it('[SV13] have one line of JSON for each request, with the id of the response', async () => {
    const { serve, stop } = createTestFolder();
    const { server, line } = await serve();
    const { headers } = await callBots(line.bots_url, line.tokens?.agent, 'GET', '/bots?search=needle');
    await stop(server);
    const answered = server.logs().filter(({ msg }) => msg === 'answered');
    expect(answered).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        pid: server.child.pid,
        msg: 'answered',
        requestId: headers.get('x-request-id'),
        method: 'GET',
        path: '/v0-alpha/bots',
        operation: 'listBots',
        status: 200,
        durationMs: expect.any(Number),
        bytes: expect.any(Number),
        brand: 'demo',
        person: 1,
      },
    ]);
  });

  it('[SV14][TK20] contain no credential, no token of a customer and no query of any request', async () => {
    const { serve, stop } = createTestFolder();
    const { server, line } = await serve();
    const agent = line.tokens?.agent ?? '';
    await callBots(line.bots_url, agent, 'GET', '/bots?search=needle');
    await callBots(line.bots_url, 'a-token-that-nobody-has', 'GET', '/bots');
    await fetch(`${line.bots_url}/bots`, { headers: { cookie: 'sessionid=a-session-of-somebody' } });
    const channel = line.tokens?.channel ?? '';
    await callToken(`${line.chat_url}../send/a-customer-of-somebody/`, channel, {});
    for (const path of ['send/a-customer-of-somebody/', 'send/a-customer-of-somebody']) {
      await callToken(`${line.chat_url}${path}`, channel, { message: { type: 'text', message: 'Hi' } });
      await callToken(`${line.platform_url}${path}`, agent, {});
    }
    await stop(server);
    expect(server.stderr()).toContain('"path":"/v1/send/{customer_token}/"');
    for (const secret of [
      'a-customer-of-somebody',
      channel,
      agent,
      'a-token-that-nobody-has',
      'a-session-of-somebody',
      'needle',
    ]) {
      expect(server.stderr()).not.toContain(secret);
    }
  });
});

describe("the operator's paths", () => {
  it('[SV15] /healthz answers anybody', async () => {
    const { serve } = createTestFolder();
    const { line } = await serve();
    const origin = new URL(line.bots_url).origin;
    const answers = [];
    for (const method of ['GET', 'HEAD', 'POST']) {
      const answer = await fetch(`${origin}/healthz`, { method });
      answers.push([answer.status, await answer.text()]);
    }
    expect(answers).toEqual([
      [200, '{"status":"ok"}'],
      [200, ''],
      [405, ''],
    ]);
  });

  it('[SV16][MT8] /metrics counts answers, and has what the engine measures, for callers on this machine', async () => {
    const { serve } = createTestFolder();
    const { line } = await serve();
    const origin = new URL(line.bots_url).origin;
    await callBots(line.bots_url, line.tokens?.agent, 'GET', '/bots');
    const metrics = await fetch(`${origin}/metrics`);
    expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; version=/);
    const text = await metrics.text();
    expect(text).toContain('botwright_http_answers_total{operation="listBots",status="200"} 1');
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).toContain('\nbotwright_delivery_attempts_total{outcome="delivered"} 0\n');

    const forwarded = await fetch(`${origin}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
    const unknown = await fetch(`${origin}/nothing`);
    expect([forwarded.status, await forwarded.text()]).toEqual([unknown.status, await unknown.text()]);
    expect(forwarded.status).toBe(404);
  });

  it('[SV16] --public-metrics opens them', async () => {
    const { serve } = createTestFolder();
    const { line } = await serve('--public-metrics');
    const { origin } = new URL(line.bots_url);
    const { status } = await fetch(`${origin}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(status).toBe(200);
  });
});

it('[SV53] --audit logs the person of each change', async () => {
  const { serve, stop } = createTestFolder();
  const { line, server } = await serve('--audit');
  const made = { name: 'Secret sales', channel_family: 'native' };
  await callBots(line.bots_url, line.tokens?.agent, 'POST', '/bots', made);
  await server.untilPrinted(/bot\.created/, 'stderr');
  await stop(server);
  const audited = server.logs().flatMap(({ audit }) => audit ?? []);
  expect(audited).toContainEqual(expect.objectContaining({ who: 'host', did: 'brand.changed', brand: 'demo' }));
  expect(audited).toContainEqual(
    expect.objectContaining({ who: 'person:1', did: 'bot.created', to: expect.stringMatching(/^bot:[\da-f-]{36}$/) }),
  );
  expect(JSON.stringify(audited)).not.toContain(made.name);
});

describe('connections', () => {
  it('[SV37] beyond --max-connections are closed at once, and the log says so once', async () => {
    const { serve, stop } = createTestFolder();
    const { server, line } = await serve('--max-connections', '1');
    const { hostname, port } = new URL(line.bots_url);
    const first = connect(Number(port), hostname);
    await once(first, 'connect');
    for (const _ of [1, 2]) {
      const more = connect(Number(port), hostname).on('error', () => {});
      await once(more, 'close');
    }
    await server.untilPrinted(/there are too many/, 'stderr');
    first.destroy();
    await stop(server);
    const warned = server.logs().filter(({ level }) => level === 'warn');
    expect(warned).toEqual([expect.objectContaining({ port: 'bots', maxConnections: 1 })]);
  });
});

describe('stopping', () => {
  it.for(['SIGTERM', 'SIGINT'] as const)(
    '[SV21] %s ends an idle server, and its waiting connections',
    async (signal) => {
      const { serve } = createTestFolder();
      const { server, line } = await serve();
      await callBots(line.bots_url, line.tokens?.agent, 'GET', '/bots');
      server.child.kill(signal);
      expect(await server.ended).toBe(0);
      expect(server.logs().map(({ msg }) => msg)).toEqual(['serving', 'answered', 'stopping', 'stopped']);
    },
  );

  it('[SV21][SV23] finishes pending requests once, after any number of signals', async () => {
    const { serve } = createTestFolder();
    const { server, line } = await serve();
    const body = JSON.stringify({ name: 'Last', channel_family: 'native' });
    const socket = await beginPost(line.bots_url, line.tokens?.agent ?? '', body.length);
    server.child.kill('SIGTERM');
    await server.untilPrinted(/stopping/, 'stderr');
    server.child.kill('SIGTERM');
    server.child.kill('SIGINT');
    await expect(fetch(`${line.bots_url}/bots`)).rejects.toThrow();

    socket.write(body);
    const answer = await readAll(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 201 Created\r\n/);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    expect(await server.ended).toBe(0);
  });

  it('[SV22] cuts off a client that never ends its request, within ten seconds', { timeout: 60_000 }, async () => {
    const { serve } = createTestFolder();
    const { server, line } = await serve();
    const socket = await beginPost(line.bots_url, line.tokens?.agent ?? '', 1_000);
    socket.on('error', () => {});
    const startedAt = performance.now();
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    // Allows for time that the machine gives to other processes.
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });
});

/** Sends the head of a creation, and waits until the server works on it. */
async function beginPost(base: string, token: string, length: number): Promise<Socket> {
  const { hostname, port, pathname } = new URL(base);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    [
      `POST ${pathname}/bots HTTP/1.1`,
      `host: ${hostname}:${port}`,
      `authorization: Token ${token}`,
      'content-type: application/json',
      `content-length: ${length}`,
      'expect: 100-continue',
      '\r\n',
    ].join('\r\n'),
  );
  const [head] = await once(socket.setEncoding('utf8'), 'data');
  expect(head).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  return socket;
}

async function readAll(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}
