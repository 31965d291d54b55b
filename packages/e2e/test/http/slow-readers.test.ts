import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { createPages } from '@botwright/http/pages';
import { describe, it } from 'vitest';
import { type Adapter, currentAdapters, listenerOf } from '../support/adapters.ts';

/**
 * A connection without the buffers of the system, which are larger than the bodies here: it accepts data at the speed
 * of its client.
 */
class BareConnection extends Duplex {
  #taken = 0;
  #received = '';
  readonly #bytesPerMs: number;

  /** @param bytesPerMs - 0: the client reads nothing. */
  constructor(bytesPerMs: number) {
    super({ decodeStrings: true });
    this.#bytesPerMs = bytesPerMs;
  }

  /** Like the count of `net.Socket`, it includes waiting bytes. */
  get bytesWritten(): number {
    return this.#taken + this.writableLength;
  }

  get received(): string {
    return this.#received;
  }

  readonly remoteAddress = '127.0.0.1';
  setTimeout = (): this => this;
  setKeepAlive = (): this => this;
  setNoDelay = (): this => this;
  ref = (): this => this;
  unref = (): this => this;

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    if (this.#bytesPerMs === 0) return;
    setTimeout(() => {
      this.#taken += chunk.length;
      this.#received += chunk.toString('latin1');
      callback();
    }, chunk.length / this.#bytesPerMs);
  }

  destroySoon(): void {
    this.destroy();
  }
}

/** It is sent in one piece or in many: in one it takes longer than the time in which something has to be taken. */
const text = '字'.repeat(250_000);

/** Requests it. @returns The received data, and whether the connection was closed before. */
async function ask(adapter: Adapter, bytesPerMs: number): Promise<readonly [string, boolean]> {
  const api = createPages(
    {},
    {
      basePaths: [''],
      operations: [{ id: 'text', method: 'GET', path: '/text', serve: async () => ({ status: 200, body: text }) }],
    },
  );
  const server = createServer(await listenerOf(adapter, api, '', { send: { maxSilenceMs: 1_500 } }));
  const connection = new BareConnection(bytesPerMs);
  connection.on('error', () => {});
  server.emit('connection', connection as unknown as Socket);
  connection.push('GET /text HTTP/1.1\r\nHost: a\r\n\r\n');
  const end = performance.now() + 25_000;
  const isWhole = (): boolean => connection.received.length > Buffer.byteLength(text);
  while (!connection.destroyed && !isWhole() && performance.now() < end) await pause(20);
  const outcome = [isWhole() ? 'all' : 'a part', connection.destroyed] as const;
  connection.destroy();
  return outcome;
}

describe.concurrent.each(currentAdapters)('on %s', (adapter) => {
  it('[HT65][HT66][HA19] who reads a body slowly gets all of it', { timeout: 60_000 }, async ({ expect }) => {
    expect(await ask(adapter, 200)).toEqual(['all', false]);
  });

  it('[HT65][HT66][HA19] who reads nothing of it is closed', { timeout: 60_000 }, async ({ expect }) => {
    expect(await ask(adapter, 0)).toEqual(['a part', true]);
  });
});
