import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  /** Everything before the empty line, unchanged. */
  readonly head: string;
  readonly body: Buffer;
}

export interface Receiver {
  readonly origin: string;
  /** Complete requests, in the order in which they were completed. */
  readonly requests: readonly ReceivedRequest[];
  readonly connections: readonly Socket[];
}

/** A server on loopback that records requests; `onRequest` answers. Default: no answer. */
export async function startReceiver(onRequest: (socket: Socket) => void = () => {}): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const connections: Socket[] = [];
  const server = createServer((socket) => {
    connections.push(socket);
    socket.on('error', () => {});
    let received = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const request = readRequest(received);
      if (request === undefined) return;
      received = Buffer.alloc(0);
      requests.push(request);
      onRequest(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of connections) socket.destroy();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, connections };
}

function readRequest(bytes: Buffer): ReceivedRequest | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = bytes.subarray(0, end).toString('latin1');
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
  const body = bytes.subarray(end + 4);
  return body.length < length ? undefined : { head, body };
}

export function answer(status: number, headers = ''): string {
  return `HTTP/1.1 ${status} Whatever\r\n${headers}content-length: 0\r\n\r\n`;
}
