import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, Socket, type SocketConstructorOpts } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { SendBounds } from '@botwright/http';
import { createPages } from '@botwright/http/pages';
import { describe, it, type TestContext, vi } from 'vitest';
import { type Adapter, currentAdapters, listenerOf } from '../support/adapters.ts';

/** A machine may be ten times slower than the one on which this was written. */
const polling = { timeout: 20_000, interval: 20 };
const mebibyte = 1_024 * 1_024;
/** More than the systems of both sides keep for a connection. */
const long = `"${'ä😀'.repeat(4 * mebibyte)}`;

interface Pages {
  readonly port: number;
  /** The server's end of the connection of a client. */
  endOf(client: Socket): Promise<Socket>;
}

/** A server with a long text at `/text` and the same as a stream at `/stream`. */
async function startPages(
  { onTestFinished }: TestContext,
  adapter: Adapter,
  send: Partial<SendBounds>,
): Promise<Pages> {
  async function* stream(): AsyncGenerator<string> {
    for (let at = 0; at < long.length; at += mebibyte) yield long.slice(at, at + mebibyte);
  }
  const api = createPages(
    {},
    {
      basePaths: [''],
      operations: [
        { id: 'text', method: 'GET', path: '/text', serve: async () => ({ status: 200, body: long }) },
        {
          id: 'stream',
          method: 'GET',
          path: '/stream',
          serve: async () => ({ status: 200, contentType: 'text/plain', body: stream() }),
        },
      ],
    },
  );
  const server: Server = createServer(await listenerOf(adapter, api, '', { send }));
  const ends = new Map<string, Socket>();
  server.on('connection', (socket) => ends.set(`${socket.remoteAddress} ${socket.remotePort}`, socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    endOf: ({ localAddress, localPort }) => vi.waitUntil(() => ends.get(`${localAddress} ${localPort}`), polling),
  };
}

/** A connection of a client that reads nothing. */
interface Unread {
  readonly client: Socket;
  /** The server's end: the client itself sees no end before it reads. */
  readonly server: Socket;
}

/** Requests a page, reads nothing of it, and waits until the systems of both sides have filled their buffers. */
async function askWithoutReading(
  { onTestFinished }: TestContext,
  { port, endOf }: Pages,
  path: string,
  localAddress = '127.0.0.1',
): Promise<Unread> {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {});
  socket.pause();
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  const server = await endOf(socket);
  await vi.waitUntil(() => server.destroyed || (server.bytesWritten > 0 && server.writableLength > 0), polling);
  return { client: socket, server };
}

/** Waits for the server to close a connection, with an error or without. */
async function closed({ server }: Unread): Promise<void> {
  if (!server.closed) await new Promise((resolve) => server.once('close', resolve));
}

/** Reads to the end. @returns How much came, and whether the connection was closed before all was there. */
async function readRest(socket: Socket): Promise<number> {
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  socket.resume();
  if (!socket.closed) await once(socket, 'close');
  return bytes;
}

// Nearly all of their time is spent waiting.
describe.concurrent.each(currentAdapters)('on %s', (adapter) => {
  it('[HT65] a long text arrives whole, with its length', async (test) => {
    const { expect } = test;
    const { port } = await startPages(test, adapter, {});
    const response = await fetch(`http://127.0.0.1:${port}/text`);
    const text = await response.text();
    expect([response.headers.get('content-length'), text === long]).toEqual([String(Buffer.byteLength(long)), true]);
  });

  it.for(['/text', '/stream'])('[HT66][HA19] a client that reads nothing of %s is closed', async (path, test) => {
    const { expect } = test;
    const pages = await startPages(test, adapter, { maxSilenceMs: 500 });
    const unread = await askWithoutReading(test, pages, path);
    await closed(unread);
    expect(await readRest(unread.client)).toBeLessThan(Buffer.byteLength(long));
  });

  it('[HT66][HA19] a client that reads slowly is served', { timeout: 60_000 }, async (test) => {
    const { expect } = test;
    const { port } = await startPages(test, adapter, { maxSilenceMs: 8_000 });
    const socket = new Socket({ highWaterMark: mebibyte } as SocketConstructorOpts).on('error', () => {});
    test.onTestFinished(() => void socket.destroy());
    socket.connect(port, '127.0.0.1');
    socket.write('GET /text HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    await once(socket, 'readable');
    let bytes = 0;
    const startedAt = performance.now();
    for (let ms = 0; ms < 12_000; ms = performance.now() - startedAt) {
      // Makes up for the time that a busy machine missed.
      if (bytes < (ms / 1_000) * 1.5 * mebibyte) bytes += (socket.read() as Buffer | null)?.length ?? 0;
      await pause(20);
    }
    bytes += await readRest(socket);
    expect(bytes).toBeGreaterThan(Buffer.byteLength(long));
  });
});

describe.concurrent.each(['nodeListener', 'expressHandler', 'fastifyPlugin'] as const)(
  'the bounds of %s',
  (adapter) => {
    it('[HT67] beyond the limit of one address, the connections that have waited longest are closed', async (test) => {
      const { expect } = test;
      const bytes = Buffer.byteLength(long);
      const pages = await startPages(test, adapter, { maxBytesPerAddress: 2.5 * bytes });
      const other = await askWithoutReading(test, pages, '/text', '127.0.0.2');
      const ofOne: Unread[] = [];
      for (let count = 0; count < 6; count += 1) ofOne.push(await askWithoutReading(test, pages, '/text'));
      await Promise.all(ofOne.slice(0, 3).map(closed));
      const read = await Promise.all(ofOne.slice(0, 3).map(({ client }) => readRest(client)));
      expect(read.map((each) => each < bytes)).toEqual([true, true, true]);
      expect([other, ...ofOne.slice(-2)].map(({ server }) => server.destroyed)).toEqual([false, false, false]);
    });

    it('[HT67] beyond the limit of all addresses, connections of the address with the most are closed first', async (test) => {
      const { expect } = test;
      const bytes = Buffer.byteLength(long);
      const pages = await startPages(test, adapter, { maxBytes: 3.5 * bytes, maxBytesPerAddress: 100 * bytes });
      const other = await askWithoutReading(test, pages, '/text', '127.0.0.2');
      const ofOne: Unread[] = [];
      for (let count = 0; count < 5; count += 1) ofOne.push(await askWithoutReading(test, pages, '/text'));
      await Promise.all(ofOne.slice(0, 2).map(closed));
      const read = await Promise.all(ofOne.slice(0, 2).map(({ client }) => readRest(client)));
      expect(read.map((each) => each < bytes)).toEqual([true, true]);
      expect(other.server.destroyed).toBe(false);
    });
  },
);
