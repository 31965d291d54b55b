import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { onTestFinished } from 'vitest';

export interface TestProxy {
  readonly port: number;
  /** The requested targets, with credentials. */
  readonly asked: readonly { readonly target: string; readonly credentials: string | undefined }[];
}

/** A proxy that connects everything to one port of loopback, or refuses with a status. */
export async function startProxy(
  options: { readonly to?: number; readonly refuse?: number; readonly tls?: TlsOptions } = {},
): Promise<TestProxy> {
  const asked: { target: string; credentials: string | undefined }[] = [];
  const sockets: Socket[] = [];
  const server = options.tls === undefined ? createServer() : createTlsServer(options.tls);
  server.on('connection', (socket) => sockets.push(socket));
  server.on('connect', (request, socket) => {
    asked.push({ target: request.url ?? '', credentials: request.headers['proxy-authorization'] });
    socket.on('error', () => {});
    if (options.refuse !== undefined) socket.end(`HTTP/1.1 ${options.refuse} No\r\ncontent-length: 2\r\n\r\nno`);
    if (options.to === undefined) return;
    const onward = connect(options.to, '127.0.0.1', () => socket.write('HTTP/1.1 200 Connected\r\n\r\n'));
    onward.on('error', () => socket.destroy());
    socket.on('close', () => onward.destroy());
    socket.pipe(onward).pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, asked };
}
