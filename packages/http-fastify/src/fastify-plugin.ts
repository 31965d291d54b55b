import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { type HttpApi, type HttpRequest, type HttpResponse, leaveStream, piecesOf, withCors } from '@botwright/http';
import {
  type NodeListenerOptions,
  type RestDiscarder,
  restDiscarder,
  sendWatch,
  toHttpRequest,
} from '@botwright/http-node';
import { belowPrefix } from './below-prefix.ts';
import type { FastifyInstanceLike, FastifyReplyLike, FastifyRequestLike } from './fastify-like.ts';

/** The options of `nodeListener` that apply inside of Fastify. */
export interface FastifyPluginOptions extends Pick<NodeListenerOptions, 'cors' | 'discard' | 'send'> {
  /** The only method and path to serve, as Fastify writes them. Default: everything below the plugin's prefix. */
  readonly route?: {
    readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    readonly url: string;
  };
}

/** The form that Fastify accepts as a media type. */
const mediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/;

/**
 * Connects an API to a Fastify application, as a plugin, below the plugin's prefix and with separate body parsing. The
 * application's hooks run for these requests too. Fastify itself responds when it cannot decode the target or does not
 * know the method.
 *
 * @spec HT49, HT50, HT51, HT65, HT66, HT67, HA1, HA2, HA3, HA4, HA11, HA20
 * @example
 * await app.register(fastifyPlugin(route('ask', ask), { route: { method: 'POST', url: '/questions/:id' } }));
 * await app.register(fastifyPlugin(createBotsApi({ engine, publicUrl })), { prefix: '/engine' });
 */
export function fastifyPlugin(
  api: HttpApi,
  options: FastifyPluginOptions = {},
): (instance: FastifyInstanceLike) => Promise<void> {
  const { cors, discard, send, route } = options;
  const rest = restDiscarder(discard);
  const watch = sendWatch(send);
  const served = cors === undefined ? api : withCors(api, cors);

  async function respond(request: FastifyRequestLike, reply: FastifyReplyLike, prefix: string): Promise<unknown> {
    // The client has disconnected, so the response cannot be sent: nothing to report.
    reply.raw.on('error', ignore);
    const read = readRequest(request, prefix);
    const made = await served.handle(read);
    if (reply.sent || reply.raw.destroyed) {
      if (typeof made.body === 'object') leaveStream(made.body);
      return reply.hijack();
    }
    const { status, headers } = made;
    reply.code(status);
    reply.headers(headers);
    // Fastify ends a response without a body immediately, so the rest of the request is read first.
    if (made.body === undefined && rest.hasRoom) await rest.discard(request.raw);
    const { payload, left } = payloadOf(made, request, { reply, rest });
    watch.watch(reply.raw, { socket: request.raw.socket, address: read.address, left });
    reply.send(payload);
    return reply;
  }

  return async (instance) => {
    const { prefix } = instance;
    leaveBodies(instance);
    const handler = (request: FastifyRequestLike, reply: FastifyReplyLike) => respond(request, reply, prefix);
    if (route === undefined) instance.all('/*', handler);
    else instance.route({ ...route, handler });
  };
}

interface Payload {
  readonly payload: Uint8Array | Readable | undefined;
  /** Bytes that Fastify has not received yet. */
  left(): number;
}

/**
 * Returns the body as bytes, because Fastify adds a charset to JSON text, and a long body as a stream. While the client
 * is sending, the stream stays open until the client has finished: the end of the response would also end the request.
 *
 * @spec HT50, HT61, HT65
 */
function payloadOf(
  made: HttpResponse,
  { raw }: FastifyRequestLike,
  { reply, rest }: { readonly reply: FastifyReplyLike; readonly rest: RestDiscarder },
): Payload {
  const { body, headers } = made;
  const isEndless = typeof body === 'object' && headers['content-length'] === undefined;
  const waitsForRest = !raw.complete && !isEndless && body !== undefined && rest.hasRoom;
  if (!raw.complete && !waitsForRest && body !== undefined) reply.raw.shouldKeepAlive = false;
  // Sends the headers after this wait, without the first piece.
  if (isEndless) reply.raw.once('pipe', () => reply.raw.flushHeaders());
  const pieces = piecesOf(made);
  if (pieces === undefined) {
    const bytes = typeof body === 'string' ? Buffer.from(body) : undefined;
    const payload = bytes && waitsForRest ? streamOf(endingAfterRest([bytes], raw, rest)) : bytes;
    return { payload, left: () => 0 };
  }
  let left = Number(headers['content-length'] ?? 0);
  const sent = bytesOf(pieces, (bytes) => {
    left -= bytes;
  });
  return { payload: streamOf(waitsForRest ? endingAfterRest(sent, raw, rest) : sent), left: () => Math.max(0, left) };
}

function streamOf(pieces: AsyncIterable<Uint8Array>): Readable {
  return Readable.from(pieces, { objectMode: false });
}

/** Encodes pieces. Its `return` leaves the source even while it waits for a piece. */
function bytesOf(
  body: AsyncIterable<string | Uint8Array>,
  onPiece: (bytes: number) => void,
): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const pieces = body[Symbol.asyncIterator]();
      return {
        async next() {
          const piece = await pieces.next();
          if (piece.done) return { done: true, value: undefined };
          const bytes = typeof piece.value === 'string' ? Buffer.from(piece.value) : piece.value;
          onPiece(bytes.length);
          return { done: false, value: bytes };
        },
        async return() {
          await pieces.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}

async function* endingAfterRest(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  raw: IncomingMessage,
  rest: RestDiscarder,
): AsyncGenerator<Uint8Array> {
  const over = rest.discard(raw);
  yield* pieces;
  if ((await over) === 'cut') setImmediate(() => raw.socket.destroySoon());
}

/** Leaves bodies of any type and length unread, for the API to read. @spec HA8, HA9, HA10 */
function leaveBodies(instance: FastifyInstanceLike): void {
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  instance.addHook('preParsing', async ({ raw: { headers } }) => {
    const type = headers['content-type'];
    if (type !== undefined && !mediaType.test(type)) headers['content-type'] = 'application/octet-stream';
  });
}

/** @spec HA12, HA20 */
function readRequest({ raw, body, ip, params }: FastifyRequestLike, prefix: string): HttpRequest {
  const request = toHttpRequest(raw);
  return {
    ...request,
    ...(ip !== undefined && { address: ip }),
    params: params as Readonly<Record<string, string>>,
    path: belowPrefix(prefix, request.path),
    body: body === raw || !isIterable(body) ? request.body : toBytes(body),
  };
}

function isIterable(body: unknown): body is AsyncIterable<Uint8Array | string> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** Converts to bytes: a hook may have replaced the payload with a stream of text. */
async function* toBytes(stream: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

function ignore(): void {}
