import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import {
  type CorsOptions,
  type DiscardBounds,
  type HttpApi,
  type HttpRequest,
  type HttpResponse,
  leaveStream,
  withCors,
} from '@botwright/http';
import { type RestDiscarder, restDiscarder } from './discard-rest.ts';
import { toHttpRequest } from './http-request.ts';

export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void;

export interface NodeListenerOptions {
  /**
   * Bounds for reading the rest of a request body after the response, so that a client which is still sending can read
   * the response. When one is reached the connection is closed. Default: 128 MiB, 5 seconds of silence, 30 seconds in
   * all, 100 requests at once.
   */
  readonly discard?: Partial<DiscardBounds>;
  /** Which pages of other sites may call the API from a browser. Default: none. @spec HA18 */
  readonly cors?: CorsOptions;
  /** Converts the Node request, for servers whose middleware has changed it. Default: {@link toHttpRequest}. */
  readonly readRequest?: (request: IncomingMessage) => HttpRequest;
}

/**
 * Connects an API to a plain Node server.
 *
 * Responses that are ready in one iteration of the event loop are written together at its end: a waiting client process
 * is then woken once for all of them, and waking it costs as much as making a response.
 *
 * Time-outs are the server's: `headersTimeout` and `requestTimeout` bound how long a request may take to come in,
 * `keepAliveTimeout` how long a connection may be idle.
 *
 * @spec HT49, HT50, HT51, HA1, HA2
 * @example
 * createServer(nodeListener(createBotsApi({ engine, publicUrl }))).listen(3000);
 */
export function nodeListener(given: HttpApi, options: NodeListenerOptions = {}): NodeListener {
  const { readRequest = toHttpRequest, cors } = options;
  const api = cors === undefined ? given : withCors(given, cors);
  const rest = restDiscarder(options.discard);
  const sendAtEnd = sendTogether((request, response, made) => send(request, response, { made, rest }));

  return (request, response) => {
    // When the client has disconnected the response cannot be sent: nothing to report.
    response.on('error', ignore);
    api.handle(readRequest(request)).then(
      (made) => sendAtEnd(request, response, made),
      () => response.destroy(),
    );
  };
}

type Send = (request: IncomingMessage, response: ServerResponse, made: HttpResponse) => void;

/**
 * Sends at the end of the event loop's iteration. A response that cannot be sent closes its own connection and no
 * other.
 */
function sendTogether(sendNow: Send): Send {
  let waiting: Parameters<Send>[] = [];

  function sendAll(): void {
    const ready = waiting;
    waiting = [];
    for (const [request, response, made] of ready) {
      try {
        sendNow(request, response, made);
      } catch {
        response.destroy();
      }
    }
  }

  return (...ready) => {
    if (waiting.push(ready) === 1) setImmediate(sendAll);
  };
}

/** @spec HA3, HA4, HT50, HT61 */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  { made, rest }: { readonly made: HttpResponse; readonly rest: RestDiscarder },
): void {
  if (response.destroyed || response.headersSent) {
    if (typeof made.body === 'object') leaveStream(made.body);
    return;
  }
  const { status, headers, body } = made;
  if (typeof body === 'object') {
    if (!request.complete) response.shouldKeepAlive = false;
    response.writeHead(status, headers);
    // What has been waited for so long is sent at once, not with the first piece.
    response.flushHeaders();
    pipeline(Readable.from(body), response, ignore);
    return;
  }
  const isLast = request.complete || !rest.hasRoom;
  if (!request.complete && isLast) response.shouldKeepAlive = false;
  response.writeHead(status, headers);
  const encoding = body !== undefined && isAscii(body, headers) ? 'latin1' : 'utf8';
  const data = body !== undefined && body.length > longBody ? Buffer.from(body, encoding) : body;
  if (isLast) {
    response.end(data, encoding);
    return;
  }
  if (data === undefined) response.flushHeaders();
  else response.write(data, encoding);
  void endAfterRest(request, response, rest);
}

/** The client has received the whole response, as `content-length` tells it. This waits for the rest of the request. */
async function endAfterRest(request: IncomingMessage, response: ServerResponse, rest: RestDiscarder): Promise<void> {
  const outcome = await rest.discard(request);
  response.end();
  if (outcome === 'cut') request.socket.destroySoon();
}

/**
 * UTF-16 units. Node puts the headers and a text together, in memory for three bytes a unit; a longer text takes less
 * time when it is encoded first, a shorter one when both are written at once.
 */
const longBody = 16_384;

/** A text with as many bytes as characters is ASCII, and can be copied without encoding. */
function isAscii(body: string, headers: HttpResponse['headers']): boolean {
  return Number(headers['content-length']) === body.length;
}

function ignore(): void {}
