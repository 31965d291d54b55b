import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type CorsOptions,
  type DiscardBounds,
  type HttpApi,
  type HttpRequest,
  type HttpResponse,
  leaveStream,
  piecesOf,
  type SendBounds,
  withCors,
} from '@botwright/http';
import { type RestDiscarder, restDiscarder } from './discard-rest.ts';
import { toHttpRequest } from './http-request.ts';
import { sendPieces } from './send-pieces.ts';
import { type SendWatch, sendWatch } from './send-watch.ts';

/** A listener for the event `request` of a server of `node:http` or `node:https`. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void;

/** Bounds of requests and responses, and pages of other sites that may call. */
export interface NodeListenerOptions {
  /**
   * Bounds for reading the rest of a request body after the response, so that a client that is still sending can read
   * the response. Reaching one closes the connection. Default: 128 MiB, 5 seconds of silence, 30 seconds in total, 100
   * concurrent requests.
   */
  readonly discard?: Partial<DiscardBounds>;
  /**
   * Bounds for clients that read their responses slowly or never. Exceeding one closes the connection. Default: 30
   * seconds without progress, 32 MiB waiting for one address, 128 MiB in total.
   */
  readonly send?: Partial<SendBounds>;
  /** Which pages of other sites may call the API from a browser. Default: none. @spec HA18 */
  readonly cors?: CorsOptions;
  /** Converts the Node request, for servers whose middleware has changed it. Default: {@link toHttpRequest}. */
  readonly readRequest?: (request: IncomingMessage) => HttpRequest;
}

/**
 * Connects an API to a plain Node server.
 *
 * Responses that are ready in one iteration of the event loop are written together at its end: a waiting client process
 * then wakes once for all of them, and waking it costs as much as making a response.
 *
 * The server sets the time-outs: `headersTimeout` and `requestTimeout` bound the arrival of a request,
 * `keepAliveTimeout` an idle connection.
 *
 * @spec HT49, HT50, HT51, HT65, HT66, HT67, HA1, HA2
 * @example
 * createServer(nodeListener(createBotsApi({ engine, publicUrl }))).listen(3000);
 */
export function nodeListener(given: HttpApi, options: NodeListenerOptions = {}): NodeListener {
  const { readRequest = toHttpRequest, cors } = options;
  const api = cors === undefined ? given : withCors(given, cors);
  const rest = restDiscarder(options.discard);
  const watch = sendWatch(options.send);
  const sendAtEnd = sendTogether((request, response, ready) => send(request, response, { ...ready, rest, watch }));

  return (request, response) => {
    // The client has disconnected, so the response cannot be sent: nothing to report.
    response.on('error', ignore);
    const read = readRequest(request);
    api.handle(read).then(
      (made) => sendAtEnd(request, response, { made, address: read.address }),
      () => response.destroy(),
    );
  };
}

/** A finished response and its client's address. */
interface Ready {
  readonly made: HttpResponse;
  readonly address: string | undefined;
}

type Send = (request: IncomingMessage, response: ServerResponse, ready: Ready) => void;

/** Sends at the end of the event loop's iteration. A response that cannot be sent closes only its connection. */
function sendTogether(sendNow: Send): Send {
  let waiting: Parameters<Send>[] = [];

  function sendAll(): void {
    const ready = waiting;
    waiting = [];
    for (const [request, response, one] of ready) {
      try {
        sendNow(request, response, one);
      } catch {
        response.destroy();
      }
    }
  }

  return (...ready) => {
    if (waiting.push(ready) === 1) setImmediate(sendAll);
  };
}

/** @spec HA3, HA4, HT50, HT61, HT65 */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  { made, address, rest, watch }: Ready & { readonly rest: RestDiscarder; readonly watch: SendWatch },
): void {
  if (response.destroyed || response.headersSent) {
    if (typeof made.body === 'object') leaveStream(made.body);
    return;
  }
  const { status, headers, body } = made;
  const isEndless = typeof body === 'object' && headers['content-length'] === undefined;
  const isLast = request.complete || isEndless || !rest.hasRoom;
  if (!request.complete && isLast) response.shouldKeepAlive = false;
  response.writeHead(status, headers);
  const end = isLast ? () => void response.end() : () => void endAfterRest(request, response, rest);
  const pieces = piecesOf(made);
  if (pieces !== undefined) {
    // Sends the headers after this wait, without the first piece.
    if (isEndless) response.flushHeaders();
    const { written, done } = sendPieces(response, pieces);
    const length = Number(headers['content-length'] ?? 0);
    watch.watch(response, { socket: request.socket, address, left: () => Math.max(0, length - written()) });
    void done.then((isWritten) => isWritten && end());
    return;
  }
  const text = body as string | undefined;
  const encoding = text !== undefined && isAscii(text, headers) ? 'latin1' : 'utf8';
  const data = text !== undefined && text.length > longBody ? Buffer.from(text, encoding) : text;
  if (isLast) {
    response.end(data, encoding);
  } else {
    if (data === undefined) response.flushHeaders();
    else response.write(data, encoding);
    end();
  }
  // Usually the system takes all of it immediately.
  if (response.writableLength > 0) watch.watch(response, { socket: request.socket, address });
}

/** The client has received the whole response, by its `content-length`. This waits for the rest of the request. */
async function endAfterRest(request: IncomingMessage, response: ServerResponse, rest: RestDiscarder): Promise<void> {
  const outcome = await rest.discard(request);
  response.end();
  if (outcome === 'cut') request.socket.destroySoon();
}

/**
 * UTF-16 units. Node joins the headers and a text in a buffer of three bytes a unit; a longer text is faster when it is
 * encoded first, a shorter one when both are written together.
 */
const longBody = 16_384;

/** A text with as many bytes as characters is ASCII, and can be copied without encoding. */
function isAscii(body: string, headers: HttpResponse['headers']): boolean {
  return Number(headers['content-length']) === body.length;
}

function ignore(): void {}
