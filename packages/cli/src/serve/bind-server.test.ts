import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, it, type TestContext } from 'vitest';
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

// These tests mostly wait.
describe.concurrent('[SV37] when all places are taken', () => {
  /** A server with two places, which answers `/` immediately, `/long` with 32 MiB, and nothing else. */
  async function bindTwo({ onTestFinished }: TestContext) {
    const bound = await bindServer({ ...place, maxConnections: 2 });
    bound.open((request, response) => {
      if (request.url === '/') response.end('ok');
      if (request.url === '/long') response.end('x'.repeat(32 * 1_024 * 1_024));
    });
    onTestFinished(() => {
      bound.server.closeAllConnections();
      bound.server.close();
    });
    const port = Number(new URL(bound.origin).port);
    return {
      bound,
      /** Opens a connection and sends a request; reads nothing of the response. */
      async open(path?: string, localAddress = '127.0.0.1', length = 0): Promise<Socket> {
        const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {});
        socket.pause();
        onTestFinished(() => void socket.destroy());
        await once(socket, 'connect');
        if (path !== undefined) socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n`);
        return socket;
      },
    };
  }

  /** Waits until the server has closed the expected connections, and checks that it closes no other. */
  async function expectClosed(
    { expect }: Pick<TestContext, 'expect'>,
    sockets: readonly Socket[],
    closed: readonly boolean[],
  ): Promise<void> {
    for (const socket of sockets) socket.resume();
    const now = () => sockets.map((socket) => socket.closed);
    await expect.poll(now).toEqual(closed);
    await pause(300);
    expect(now()).toEqual(closed);
  }

  it('a further one is closed immediately if the others are new, or wait for the server', async (test) => {
    const { expect } = test;
    const { bound, open } = await bindTwo(test);
    const others = [await open('/never'), await open('/never')];
    await pause(1_500);
    const dropped = once(bound.server, 'drop');
    const third = await open('/');
    await dropped;
    await expectClosed(test, [...others, third], [false, false, true]);
    for (const socket of others) socket.destroy();
    await expect.poll(() => promisify(bound.server.getConnections).call(bound.server)).toBe(0);
    const [fresh, newer] = [await open(), await open()];
    await expectClosed(test, [fresh, newer, await open()], [false, false, true]);
  });

  it.for([
    ['asks for nothing', undefined, 0],
    ['has its answer', '/', 0],
    ['does not read', '/long', 0],
    ['does not go on sending', '/never', 9],
  ] as const)('one that %s gives its place up', async ([, path, length], test) => {
    const { bound, open } = await bindTwo(test);
    const busy = await open('/never');
    const still = await open(path, '127.0.0.1', length);
    await pause(4_000);
    const dropped = once(bound.server, 'drop');
    const third = await open('/never');
    // Reads nothing before.
    await dropped;
    await expectClosed(test, [still, busy, third], [true, false, false]);
  });

  it('one that does not read is closed before an idle one', async (test) => {
    const { bound, open } = await bindTwo(test);
    const [idle, unread] = [await open(), await open('/long')];
    await pause(4_000);
    const dropped = once(bound.server, 'drop');
    const third = await open('/never');
    // Reads nothing before.
    await dropped;
    await expectClosed(test, [idle, unread, third], [false, true, false]);
  });

  it('an address with all places loses one to another address', async ({ expect, onTestFinished }) => {
    const bound = await bindServer({ ...place, maxConnections: 4 });
    bound.open(() => {});
    onTestFinished(() => {
      bound.server.closeAllConnections();
      bound.server.close();
    });
    const port = Number(new URL(bound.origin).port);
    const open = async (localAddress: string): Promise<Socket> => {
      const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {});
      await once(socket, 'connect');
      socket.write('GET /never HTTP/1.1\r\nhost: x\r\n\r\n');
      return socket;
    };
    const many: Socket[] = [];
    for (let count = 0; count < 4; count += 1) many.push(await open('127.0.0.1'));
    await pause(100);
    const other = await open('127.0.0.2');
    await expectClosed({ expect }, [...many, other], [true, false, false, false, false]);
    // Half as many addresses would no longer be far apart.
    await open('127.0.0.2');
    await expectClosed({ expect }, [...many, other], [true, false, false, false, false]);
  });
});

it('[SV37] there are 2,000 places', async () => {
  const { server, maxConnections } = await bindServer(place);
  expect(maxConnections).toBe(2_000);
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

it('[HA13] the server asks for the body only when it reads it', async () => {
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
