import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  /** The bytes before the empty line. */
  readonly head: string;
  readonly body: Buffer;
}

export interface Receiver {
  readonly port: number;
  readonly origin: string;
  /** Complete requests, in order of completion. */
  readonly requests: readonly ReceivedRequest[];
  readonly connections: readonly Socket[];
  /** All bytes received, requests or not. */
  readonly bytes: () => number;
  /** Resolves when the connection with this index, from 0, is closed. */
  closed(place?: number): Promise<void>;
}

export interface ReceiverOptions {
  readonly host?: string;
  readonly tls?: TlsOptions;
  /** Before the first byte. */
  readonly onConnect?: (socket: Socket) => void;
  /** Default: no response, so that the caller waits. */
  readonly onRequest?: (socket: Socket, request: ReceivedRequest) => void;
}

/** A server on loopback that records received bytes, and answers according to its options. */
export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const connections: Socket[] = [];
  let count = 0;

  const accept = (socket: Socket): void => {
    connections.push(socket);
    socket.on('error', () => {});
    let held = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      count += chunk.length;
      held = Buffer.concat([held, chunk]);
      const request = readRequest(held);
      if (request === undefined) return;
      held = Buffer.alloc(0);
      requests.push(request);
      options.onRequest?.(socket, request);
    });
    options.onConnect?.(socket);
  };

  const server: Server = options.tls === undefined ? createServer(accept) : createTlsServer(options.tls, accept);
  const host = options.host ?? '127.0.0.1';
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of connections) socket.destroy();
    server.close();
  });

  const { port } = server.address() as AddressInfo;
  const scheme = options.tls === undefined ? 'http' : 'https';
  return {
    port,
    origin: `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    requests,
    connections,
    bytes: () => count,
    async closed(place = 0) {
      const socket = connections[place];
      if (socket === undefined || socket.closed) return;
      await new Promise((resolve) => socket.once('close', resolve));
    },
  };
}

function readRequest(bytes: Buffer): ReceivedRequest | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = bytes.subarray(0, end).toString('latin1');
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
  const body = bytes.subarray(end + 4);
  return body.length < length ? undefined : { head, body };
}

/** A complete response, after which a receiver with keep-alive would wait for the next request. */
export function answer(status: number, body = '', headers = ''): string {
  return `HTTP/1.1 ${status} Whatever\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
