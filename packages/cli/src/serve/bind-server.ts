import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { continueOnRead } from '@botwright/http-node';
import { CommandFailure, systemErrorCode } from '../command-failure.ts';
import { limitConnections } from './connection-places.ts';
import { defaultMaxConnections } from './serve-options.ts';

/** How long clients may take, in milliseconds. */
export const timeLimits = {
  /** For the head of a request. */
  headersTimeout: 10_000,
  /** For all of it. */
  requestTimeout: 60_000,
  /** How often the two above are checked. */
  connectionsCheckingInterval: 1_000,
  /** How long a connection may be idle between requests. */
  keepAliveTimeout: 30_000,
} as const satisfies ServerOptions;

/** Bytes and lines of the head of a request. */
export const headLimits = { maxHeaderSize: 16 * 1_024, maxHeadersCount: 100 } as const;

/** A server that listens, and answers 503 until it is opened. */
export interface BoundServer {
  readonly server: Server;
  /** How many it takes at a time. */
  readonly maxConnections: number;
  /** The base URL for callers on this machine, such as `http://127.0.0.1:3000`. */
  readonly origin: string;
  /** Answers by `listener` from now on. */
  open(listener: RequestListener): void;
}

/** Where to listen, and the flag that sets it. */
export interface Place {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly flag: '--port' | '--chat-port';
  /** At a time; when there are more, one is closed. Default 2,000. */
  readonly maxConnections?: number;
}

/**
 * Listens on a port. No client can keep the server busy: a head or a body that arrives too slowly is cut off, and idle
 * connections are closed, like one for each beyond the maximum.
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
    open(next) {
      answer = next;
    },
  };
}

async function listen(server: Server, { host, port, flag }: Place): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ host, port }, resolve);
  try {
    await promise;
  } catch (error) {
    throw new CommandFailure('failure', describe(error, { host, port, flag }), { cause: error });
  } finally {
    server.off('error', reject);
  }
}

function describe(error: unknown, { host, port, flag }: Place): string {
  const code = systemErrorCode(error);
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${host} is in use: choose another with ${flag}, or 0 for a free one.`;
  if (code === 'EACCES') return `Port ${port} of ${host} needs more rights than this process has.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `${host} is no address of this machine.`;
  return `The server cannot listen on ${host}, port ${port} (${code ?? 'unknown reason'}).`;
}

/** A server on all addresses is reached at the loopback address. */
function originOf({ address, port, family }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`;
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}
