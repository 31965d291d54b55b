import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A received delivery. */
export interface Arrival {
  /** Path of the target: `/hook` or `/chat`. */
  readonly path: string;
  readonly uuid: string;
  readonly attempt: number;
  readonly body: string;
  readonly authorization: string | undefined;
  readonly userAgent: string | undefined;
}

export interface Receiver {
  readonly url: string;
  readonly arrivals: readonly Arrival[];
  /** Resolves when `count` deliveries have arrived. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

export interface Behaviour {
  /** Status of an answer. */
  status(arrival: Arrival): number;
  /** Delay of the response in milliseconds. */
  delayMs(arrival: Arrival): number;
}

/** Starts a server for webhooks that stores each one before it answers. */
export async function startReceiver(
  { status, delayMs }: Behaviour = { status: () => 200, delayMs: () => 0 },
): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  const arrived = new EventEmitter();

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const arrival: Arrival = {
      path: request.url ?? '',
      uuid: String(request.headers['x-delivery-id']),
      attempt: Number(request.headers['x-delivery-attempt']),
      body: await text(request),
      authorization: request.headers.authorization,
      userAgent: request.headers['user-agent'],
    };
    arrivals.push(arrival);
    arrived.emit('arrival');
    setTimeout(() => response.writeHead(status(arrival)).end(), delayMs(arrival));
  }

  const server = createServer((request, response) => {
    // The sender may be killed while it sends the body: then nothing is stored.
    take(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    async until(count) {
      while (arrivals.length < count) await once(arrived, 'arrival');
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
