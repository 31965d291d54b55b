import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/** A receiver of webhooks in this process, which acknowledges all. */
export interface Receiver {
  readonly url: string;
  /** Requests that were answered. */
  readonly answered: () => number;
  /** Resolves when this many requests have been answered. */
  readonly until: (answered: number) => Promise<void>;
  /** Called with the body of each request, once it is answered. */
  onAnswered: (body: Buffer) => void;
  /** Milliseconds until a request is answered. */
  delayMs: number;
  readonly close: () => void;
}

export async function startReceiver(): Promise<Receiver> {
  let answered = 0;
  let waiting: { readonly count: number; readonly resolve: () => void } | undefined;
  const server = createServer(async (incoming, response) => {
    const body = await buffer(incoming);
    if (receiver.delayMs > 0) await pause(receiver.delayMs);
    response.writeHead(204).end();
    answered += 1;
    receiver.onAnswered(body);
    if (waiting !== undefined && answered >= waiting.count) waiting.resolve();
  });
  server.listen(0, '127.0.0.1', 1_024);
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered: () => answered,
    async until(count) {
      if (answered >= count) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting = { count, resolve };
      await promise;
    },
    onAnswered: () => undefined,
    delayMs: 0,
    close: () => server.close(),
  };
  return receiver;
}
