import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServedRequest } from '@botwright/http';
import { createPages } from '@botwright/http/pages';
import { afterEach, describe, expect, it } from 'vitest';
import { type Adapter, currentAdapters, listenerOf } from '../support/adapters.ts';
import { connectRaw } from '../support/raw-socket.ts';

/** A body whose pieces the test gives. */
class HeldStream implements AsyncIterable<string> {
  asked = 0;
  returned = 0;
  readonly #waiting: ((result: IteratorResult<string>) => void)[] = [];
  readonly #failing: ((error: Error) => void)[] = [];
  readonly #given: IteratorResult<string>[] = [];

  give(...pieces: readonly string[]): void {
    for (const value of pieces) this.#put({ done: false, value });
  }

  end(): void {
    this.#put({ done: true, value: undefined });
  }

  fail(): void {
    for (const reject of this.#failing.splice(0)) reject(new Error('The source has failed.'));
  }

  #put(result: IteratorResult<string>): void {
    const resolve = this.#waiting.shift();
    if (resolve === undefined) this.#given.push(result);
    else resolve(result);
  }

  [Symbol.asyncIterator](): AsyncIterator<string> {
    return {
      next: () => {
        this.asked += 1;
        const given = this.#given.shift();
        if (given !== undefined) return Promise.resolve(given);
        const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<string>>();
        this.#waiting.push(resolve);
        this.#failing.push(reject);
        return promise;
      },
      return: () => {
        this.returned += 1;
        this.end();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }
}

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

interface Streaming {
  readonly stream: HeldStream;
  readonly port: number;
  readonly served: ServedRequest[];
  readonly faults: unknown[];
}

/** A server with one page, `/events`, whose body is a stream. */
async function startStreaming(adapter: Adapter): Promise<Streaming> {
  const stream = new HeldStream();
  const served: ServedRequest[] = [];
  const faults: unknown[] = [];
  const serve = async () => ({ status: 200, contentType: 'text/event-stream', body: stream });
  const api = createPages(
    { onResponse: (each) => void served.push(each), onFault: (each) => void faults.push(each) },
    { basePaths: ['/events'], operations: [{ id: 'events', method: 'GET', path: '/events', serve }] },
  );
  const server = createServer(await listenerOf(adapter, api, ''));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push({
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
  return { stream, served, faults, port: (server.address() as AddressInfo).port };
}

/** Waits, as long as a slow machine needs. */
async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo() && tries < 2_000; tries += 1) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(isSo()).toBe(true);
}

async function listen({ port }: Streaming, signal?: AbortSignal) {
  const response = await fetch(`http://127.0.0.1:${port}/events`, signal === undefined ? {} : { signal });
  if (response.body === null) throw new Error('The response has no body.');
  return { response, reader: response.body.pipeThrough(new TextDecoderStream()).getReader() };
}

describe.each(currentAdapters)('a stream on %s', (adapter) => {
  it('[HT61] is sent piece by piece, the head before the first one', async () => {
    const streaming = await startStreaming(adapter);
    const { stream, served } = streaming;
    const { response, reader } = await listen(streaming);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(response.headers.get('content-length')).toBeNull();
    for (const piece of ['a', 'ä😀', 'c'.repeat(100_000)]) {
      stream.give(piece);
      let received = '';
      while (received.length < piece.length) received += (await reader.read()).value ?? 'nothing';
      expect(received).toBe(piece);
    }
    expect(served).toEqual([]);
    stream.end();
    expect((await reader.read()).done).toBe(true);
    await until(() => served.length === 1);
    expect(served[0]).toMatchObject({ operation: 'events', status: 200, bytes: 100_007, isStream: true });
  });

  it('[HT61][HT62] is left when the client goes, and reported once', async () => {
    const streaming = await startStreaming(adapter);
    const { stream, served, faults } = streaming;
    const leaving = new AbortController();
    const { reader } = await listen(streaming, leaving.signal);
    stream.give('a');
    await reader.read();
    leaving.abort();
    await reader.read().catch(() => undefined);
    await until(() => stream.returned > 0 && served.length > 0);
    expect([served.length, served[0]?.bytes, served[0]?.isStream, faults]).toEqual([1, 1, true, []]);
  });

  it('[HT61][HT62] that fails cuts the connection, and is reported', async () => {
    const streaming = await startStreaming(adapter);
    const { stream, served, faults } = streaming;
    const { reader } = await listen(streaming);
    stream.give('a');
    await reader.read();
    stream.fail();
    await expect(
      (async () => {
        while (!(await reader.read()).done);
      })(),
    ).rejects.toThrow();
    await until(() => served.length === 1);
    expect(faults).toEqual([new Error('The source has failed.')]);
  });

  it('[HT61] waits for a client that does not read', async () => {
    const streaming = await startStreaming(adapter);
    const { stream } = streaming;
    const connection = await connectRaw(streaming.port);
    connection.socket.pause();
    connection.send('GET /events HTTP/1.1\r\nHost: a\r\n\r\n');
    const piece = 'a'.repeat(1_024 * 1_024);
    stream.give(...Array.from({ length: 200 }, () => piece));
    await until(() => stream.asked > 0);
    let before = -1;
    while (stream.asked !== before) {
      before = stream.asked;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    expect(stream.asked).toBeGreaterThan(0);
    expect(stream.asked).toBeLessThan(100);
    connection.socket.destroy();
    await until(() => stream.returned > 0);
  });

  it('[HT7][HT61] is not begun for HEAD', async () => {
    const streaming = await startStreaming(adapter);
    const response = await fetch(`http://127.0.0.1:${streaming.port}/events`, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    await until(() => streaming.served.length === 1);
    expect([streaming.stream.asked, streaming.served[0]?.bytes]).toEqual([0, 0]);
  });
});
