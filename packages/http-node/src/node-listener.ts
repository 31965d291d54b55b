import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpAnswer, HttpApi, HttpExchange } from '@botwright/http';
import { type DiscardBounds, type RestDiscarder, restDiscarder } from './discard-rest.ts';
import { toExchange } from './to-exchange.ts';

export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void;

export interface NodeListenerOptions {
  /**
   * How much of a body that was not read is taken in after the answer, so that a client which is still sending
   * gets to read it. Beyond any of them the connection is closed. Default: 128 MiB, 5 seconds of silence, 30 seconds
   * in all, 100 requests at once.
   */
  readonly discard?: Partial<DiscardBounds>;
  /** How a request is read, where the server has changed it before. Default: {@link toExchange}. */
  readonly readRequest?: (request: IncomingMessage) => HttpExchange;
}

/**
 * Connects an API to a plain Node server.
 *
 * Answers that are ready in one turn of the event loop go out together at its end: a client that sleeps is then
 * woken once for all of them, and waking it costs as much as making an answer.
 *
 * Time-outs are the server's: `headersTimeout` and `requestTimeout` bound how long a request may take to come in,
 * `keepAliveTimeout` how long a connection may be idle.
 *
 * @spec HT49, HT50, HT51, HA1, HA2
 * @example
 * createServer(nodeListener(createBotsApi({ engine, publicUrl }))).listen(3000);
 */
export function nodeListener(api: HttpApi, options: NodeListenerOptions = {}): NodeListener {
  const { readRequest = toExchange } = options;
  const rest = restDiscarder(options.discard);
  const sendAtEnd = sendTogether((request, response, answer) => send(request, response, { answer, rest }));

  return (request, response) => {
    // A client that went away is told nothing, and that is no fault.
    response.on('error', ignore);
    api.handle(readRequest(request)).then(
      (answer) => sendAtEnd(request, response, answer),
      () => response.destroy(),
    );
  };
}

type Send = (request: IncomingMessage, response: ServerResponse, answer: HttpAnswer) => void;

/** Waits with what is sent for the end of the turn. What cannot be sent ends its own connection alone. */
function sendTogether(sendNow: Send): Send {
  let waiting: Parameters<Send>[] = [];

  function sendAll(): void {
    const ready = waiting;
    waiting = [];
    for (const [request, response, answer] of ready) {
      try {
        sendNow(request, response, answer);
      } catch {
        response.destroy();
      }
    }
  }

  return (...ready) => {
    if (waiting.push(ready) === 1) setImmediate(sendAll);
  };
}

/** @spec HA3, HA4, HT50 */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  { answer, rest }: { readonly answer: HttpAnswer; readonly rest: RestDiscarder },
): void {
  if (response.destroyed || response.headersSent) return;
  const { status, headers, body } = answer;
  const isLast = request.complete || !rest.hasRoom;
  if (!request.complete && isLast) response.shouldKeepAlive = false;
  response.writeHead(status, headers);
  const encoding = body !== undefined && isAscii(body, headers) ? 'latin1' : 'utf8';
  if (isLast) {
    response.end(body, encoding);
    return;
  }
  if (body === undefined) response.flushHeaders();
  else response.write(body, encoding);
  void endAfterRest(request, response, rest);
}

/** The client has the whole answer by its length; what ends here is the exchange. */
async function endAfterRest(request: IncomingMessage, response: ServerResponse, rest: RestDiscarder): Promise<void> {
  const outcome = await rest.discard(request);
  response.end();
  if (outcome === 'cut') request.socket.destroySoon();
}

/** A text of as many bytes as characters has no character that UTF-8 writes as several, and is copied as it is. */
function isAscii(body: string, headers: HttpAnswer['headers']): boolean {
  return Number(headers['content-length']) === body.length;
}

function ignore(): void {}
