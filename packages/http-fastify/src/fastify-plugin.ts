import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { type HttpApi, type HttpRequest, type HttpResponse, leaveStream, withCors } from '@botwright/http';
import { type NodeListenerOptions, type RestDiscarder, restDiscarder, toHttpRequest } from '@botwright/http-node';
import { belowPrefix } from './below-prefix.ts';
import type { FastifyInstanceLike, FastifyReplyLike, FastifyRequestLike } from './fastify-like.ts';

export type FastifyPluginOptions = Pick<NodeListenerOptions, 'cors' | 'discard'>;

/** The form that Fastify accepts as a media type. */
const mediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/;

/**
 * Connects an API to a Fastify application, as a plugin, below the plugin's prefix and with its own body parsing. The
 * application's hooks run for these requests too. Fastify itself responds when it cannot decode the target or does not
 * know the method.
 *
 * @spec HT49, HT50, HT51, HA1, HA2, HA3, HA4, HA11
 * @example
 * await app.register(fastifyPlugin(createBotsApi({ engine, publicUrl })), { prefix: '/engine' });
 */
export function fastifyPlugin(
  api: HttpApi,
  options: FastifyPluginOptions = {},
): (instance: FastifyInstanceLike) => Promise<void> {
  const { cors, discard } = options;
  const rest = restDiscarder(discard);
  const served = cors === undefined ? api : withCors(api, cors);

  async function respond(request: FastifyRequestLike, reply: FastifyReplyLike, prefix: string): Promise<unknown> {
    // When the client has disconnected the response cannot be sent: nothing to report.
    reply.raw.on('error', ignore);
    const made = await served.handle(readRequest(request, prefix));
    if (reply.sent || reply.raw.destroyed) {
      if (typeof made.body === 'object') leaveStream(made.body);
      return reply.hijack();
    }
    const { status, headers } = made;
    reply.code(status);
    reply.headers(headers);
    // Fastify ends a response without a body at once, so the rest of the request is read first.
    if (made.body === undefined && rest.hasRoom) await rest.discard(request.raw);
    reply.send(payloadOf(made, request, { reply, rest }));
    return reply;
  }

  return async (instance) => {
    const { prefix } = instance;
    leaveBodies(instance);
    instance.all('/*', (request, reply) => respond(request, reply, prefix));
  };
}

/**
 * Returns the body as bytes, because Fastify adds a charset to JSON text. While the client is still sending it is a
 * stream that ends when the client is done: the end of the response would also end the request.
 *
 * @spec HT50, HT61
 */
function payloadOf(
  { body }: HttpResponse,
  { raw }: FastifyRequestLike,
  { reply, rest }: { readonly reply: FastifyReplyLike; readonly rest: RestDiscarder },
): Uint8Array | Readable | undefined {
  if (body === undefined) return undefined;
  if (typeof body === 'object') {
    if (!raw.complete) reply.raw.shouldKeepAlive = false;
    // What has been waited for so long is sent at once, not with the first piece.
    reply.raw.once('pipe', () => reply.raw.flushHeaders());
    return Readable.from(body);
  }
  const bytes = Buffer.from(body);
  if (raw.complete) return bytes;
  if (rest.hasRoom) return Readable.from(endingAfterRest(bytes, raw, rest), { objectMode: false });
  reply.raw.shouldKeepAlive = false;
  return bytes;
}

async function* endingAfterRest(
  bytes: Uint8Array,
  raw: IncomingMessage,
  rest: RestDiscarder,
): AsyncGenerator<Uint8Array> {
  const over = rest.discard(raw);
  yield bytes;
  if ((await over) === 'cut') setImmediate(() => raw.socket.destroySoon());
}

/**
 * Makes Fastify leave bodies of any type and length unread, for the API to read.
 *
 * @spec HA8, HA9, HA10
 */
function leaveBodies(instance: FastifyInstanceLike): void {
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  instance.addHook('preParsing', async ({ raw: { headers } }) => {
    const type = headers['content-type'];
    if (type !== undefined && !mediaType.test(type)) headers['content-type'] = 'application/octet-stream';
  });
}

/** @spec HA12 */
function readRequest({ raw, body, ip }: FastifyRequestLike, prefix: string): HttpRequest {
  const request = toHttpRequest(raw);
  return {
    ...request,
    ...(ip !== undefined && { address: ip }),
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
