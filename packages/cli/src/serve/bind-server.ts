import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { continueOnRead } from '@botwright/http-node';
import { CommandFailure, systemErrorCode } from '../command-failure.ts';
import { limitConnections } from './connection-places.ts';
import { defaultMaxConnections } from './serve-options.ts';

/** Time limits for clients, in milliseconds. */
export const timeLimits = {
  /** For the head of a request. */
  headersTimeout: 10_000,
  /** For a whole request. */
  requestTimeout: 60_000,
  /** Interval of checking these two. */
  connectionsCheckingInterval: 1_000,
  /** For an idle connection between requests. */
  keepAliveTimeout: 30_000,
} as const satisfies ServerOptions;

/** Maximum bytes and lines of the head of a request. */
export const headLimits = { maxHeaderSize: 16 * 1_024, maxHeadersCount: 100 } as const;

/** A listening server, which answers 503 until it is opened. */
export interface BoundServer {
  readonly server: Server;
  /** Maximum of concurrent connections. */
  readonly maxConnections: number;
  /** The base URL for callers on this machine, such as `http://127.0.0.1:3000`. */
  readonly origin: string;
  /** Answers with `listener` from now on. */
  open(listener: RequestListener): void;
}

/** The address to listen on, and the flag that sets it. */
export interface Place {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly flag: '--port' | '--chat-port';
  /** Concurrent connections; a further one closes one of them. Default 2,000. */
  readonly maxConnections?: number;
}

/**
 * Listens on a port. Cuts off slow heads and bodies, closes idle connections, and closes one connection for each above
 * the maximum.
 *
 * @throws {CommandFailure} When the address or port cannot be used.
 * @spec SV1, SV12, SV17, SV37, SV38
 */
export async function bindServer(
  { host, port, flag, maxConnections = defaultMaxConnections }: Place,
  limits: Readonly<Record<keyof typeof timeLimits, number>> = timeLimits,
): Promise<BoundServer> {
  const server = createServer({ ...limits, maxHeaderSize: headLimits.maxHeaderSize });
  server.maxHeadersCount = headLimits.maxHeadersCount;
  limitConnections(server, maxConnections);

  let answer: RequestListener = (_request, response) => {
    response.writeHead(503, { 'retry-after': '1', 'content-length': '0' }).end();
  };
  const listener: RequestListener = (request, response) => answer(request, response);
  server.on('request', listener);
  server.on('checkContinue', continueOnRead(listener));
  await listen(server, { host, port, flag });
  return {
    server,
    maxConnections,
    origin: originOf(server.address() as AddressInfo),
    open: (next) => {
      answer = next;
    },
  };
}

async function listen(server: Server, { host, port, flag }: Place): Promise<void> {
  try {
    await once(server.listen({ host, port }), 'listening');
  } catch (error) {
    throw new CommandFailure('failure', describe(error, { host, port, flag }), { cause: error });
  }
}

function describe(error: unknown, { host, port, flag }: Place): string {
  const code = systemErrorCode(error);
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${host} is in use: choose another with ${flag}, or 0 for a free one.`;
  if (code === 'EACCES') return `Port ${port} of ${host} needs more rights than this process has.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `${host} is not an address of this machine.`;
  return `The server cannot listen on ${host}, port ${port} (${code ?? 'unknown reason'}).`;
}

/** A server on all addresses can be reached at the loopback address. */
function originOf({ address, port, family }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`;
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}
