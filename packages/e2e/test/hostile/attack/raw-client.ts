import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** The bytes of a request that no usual client would send, in pieces. */
export interface RawRequest {
  readonly url: string;
  readonly head: string;
  readonly pieces: readonly string[];
  /** Between two pieces, in milliseconds; none when left out. */
  readonly everyMs?: number;
  /** The time after which it closes the connection, in milliseconds. */
  readonly forMs: number;
}

/**
 * Sends on a separate connection, and ignores answers of the server during it.
 *
 * @returns The status; without one, the end of the connection: `reset`, `closed`, or `open` after the time-out.
 */
export async function sendRaw({ url, head, pieces, everyMs = 0, forMs }: RawRequest): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const ended = Promise.withResolvers<string>();
  let received = '';
  let wasReset = false;
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  socket.on('error', () => {
    wasReset = true;
  });
  socket.on('close', () => ended.resolve(wasReset ? 'reset' : 'closed'));
  const timer = setTimeout(() => ended.resolve('open'), forMs);

  const send = async (): Promise<void> => {
    socket.write(head);
    for (const piece of pieces) {
      if (socket.destroyed) return;
      if (!socket.write(piece))
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), ended.promise]);
      if (everyMs > 0) await Promise.race([pause(everyMs), ended.promise]);
    }
  };
  void send();
  const end = await ended.promise;
  clearTimeout(timer);
  socket.destroy();
  // A reset discards received data, so the client has no response.
  return end === 'reset' ? end : (/^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? end);
}
