import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BotsApi, HttpAnswer, HttpExchange } from '@botwright/http';
import { type DiscardBounds, discardRest } from './discard-rest.ts';
import { splitTarget } from './split-target.ts';

export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void;

export interface NodeListenerOptions {
  /**
   * How much of a body that was not read is taken in after the answer, so that a client which is still sending
   * gets to read it. Beyond either bound the connection is cut. Default: 8 MiB and 2 seconds.
   */
  readonly discard?: Partial<DiscardBounds>;
}

const defaultBounds: DiscardBounds = { maxBytes: 8 * 1_024 * 1_024, maxMs: 2_000 };

/**
 * Connects an API to a plain Node server.
 *
 * Time-outs are the server's: `headersTimeout` and `requestTimeout` bound how long a request may take to come in,
 * `keepAliveTimeout` how long a connection may be idle.
 *
 * @spec HT49, HT50, HT51
 * @example
 * createServer(nodeListener(createBotsApi({ engine, publicUrl }))).listen(3000);
 */
export function nodeListener(api: BotsApi, options: NodeListenerOptions = {}): NodeListener {
  const bounds = { ...defaultBounds, ...options.discard };

  return (request, response) => {
    // A client that went away is told nothing, and that is no fault.
    response.on('error', ignore);
    api.handle(toExchange(request)).then(
      (answer) => {
        send(response, answer);
        if (!request.complete) discardRest(request, bounds);
      },
      () => response.destroy(),
    );
  };
}

function toExchange(request: IncomingMessage): HttpExchange {
  const { method = '', url = '' } = request;
  const { path, query } = splitTarget(url);
  const { remoteAddress } = request.socket;
  return {
    method,
    path,
    query,
    headers: { get: (name) => single(request.headers[name]) },
    body: hasBody(request) ? request.iterator({ destroyOnReturn: false }) : undefined,
    ...(remoteAddress !== undefined && { address: remoteAddress }),
  };
}

function single(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'object' ? value.join(', ') : value;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

function send(response: ServerResponse, { status, headers, body }: HttpAnswer): void {
  if (response.destroyed) return;
  response.writeHead(status, headers);
  response.end(body);
}

function ignore(): void {}
