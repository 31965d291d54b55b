import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { bindServer, timeLimits } from './bind-server.ts';

const place = { host: '127.0.0.1', port: 0, flag: '--port' } as const;
const short = { ...timeLimits, headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 10 };

it('[SV17] the server gives a head 10 seconds and a request 60', async () => {
  const { server } = await bindServer(place);
  expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 60_000]);
  server.close();
});

it.for([
  ['a head', 'GET / HTTP/1.1\r\nhost: x\r\n'],
  ['a body', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n1234'],
] as const)(
  '[SV17] the server answers 408 and closes the connection where %s does not arrive in time',
  async ([, text]) => {
    const { server, origin, open } = await bindServer(place, short);
    open((request) => request.resume());
    const socket = connect(Number(new URL(origin).port), '127.0.0.1').setEncoding('utf8');
    socket.write(text);
    const [answer] = await once(socket, 'data');
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    if (!socket.closed) await once(socket, 'close');
    server.close();
  },
);

it('[SV4] the server answers 503 until it is opened', async () => {
  const { server, origin, open } = await bindServer(place);
  const statuses = [(await fetch(origin)).status];
  open((_request, response) => response.end());
  statuses.push((await fetch(origin)).status);
  expect(statuses).toEqual([503, 200]);
  server.close();
});

it.for([
  ['127.0.0.1', /^http:\/\/127\.0\.0\.1:\d+$/],
  ['0.0.0.0', /^http:\/\/127\.0\.0\.1:\d+$/],
  ['localhost', /^http:\/\/(127\.0\.0\.1|\[::1\]):\d+$/],
] as const)('[SV1] %s is reached at %s', async ([host, origin]) => {
  const bound = await bindServer({ ...place, host });
  expect(bound.origin).toMatch(origin);
  bound.server.close();
});

it('[SV37] the server closes a connection beyond the maximum', async () => {
  const bound = await bindServer({ ...place, maxConnections: 2 });
  bound.open((_request, response) => response.end());
  const port = Number(new URL(bound.origin).port);
  const open = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  await Promise.all(open.map((socket) => once(socket, 'connect')));
  const dropped = once(bound.server, 'drop');
  const third = connect(port, '127.0.0.1');
  third.on('error', () => {});
  await Promise.all([dropped, once(third, 'close')]);
  expect(open.map(({ closed }) => closed)).toEqual([false, false]);
  for (const socket of open) socket.destroy();
  expect(bound.server.maxConnections).toBe(2);
  bound.server.close();

  const { server } = await bindServer(place);
  expect(server.maxConnections).toBe(2_000);
  server.close();
});

it('[SV38] the server refuses a head that is too long, or has too many lines', async () => {
  const { server, origin, open } = await bindServer(place);
  open((_request, response) => response.end());
  const ask = async (lines: readonly string[]): Promise<string> => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1').setEncoding('utf8');
    socket.write(['GET / HTTP/1.1', 'host: x', ...lines, '', ''].join('\r\n'));
    const [answer] = await once(socket, 'data');
    socket.destroy();
    return answer;
  };
  const lines = Array.from({ length: 99 }, (_, at) => `h${at}: 1`);
  expect(await ask(lines)).toMatch(/^HTTP\/1\.1 200 /);
  expect(await ask([...lines, 'one: more'])).toMatch(/^HTTP\/1\.1 431 /);
  expect(await ask([`a: ${'b'.repeat(16 * 1_024)}`])).toMatch(/^HTTP\/1\.1 431 /);
  server.close();
});

it('[HA13] the server answers without asking for the body where it can, and asks for the body when it reads it', async () => {
  const { server, origin, open } = await bindServer(place);
  open((request, response) => {
    if (request.url === '/without') response.writeHead(413, { 'content-length': '0' }).end();
    else
      request
        .resume()
        .on('data', () => {})
        .on('end', () => response.end());
  });
  const ask = async (path: string): Promise<string> => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1').setEncoding('utf8');
    socket.write(`PUT ${path} HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 1\r\n\r\n`);
    const [answer] = await once(socket, 'data');
    socket.destroy();
    return answer;
  };
  expect(await ask('/without')).toMatch(/^HTTP\/1\.1 413 [\s\S]*\r\nConnection: close\r\n/);
  expect(await ask('/with')).toMatch(/^HTTP\/1\.1 100 /);
  server.close();
});
