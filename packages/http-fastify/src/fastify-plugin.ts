import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { HttpApi, HttpRequest, HttpResponse } from '@botwright/http';
import { type NodeListenerOptions, type RestDiscarder, restDiscarder, toHttpRequest } from '@botwright/http-node';
import { belowPrefix } from './below-prefix.ts';
import type { FastifyInstanceLike, FastifyReplyLike, FastifyRequestLike } from './fastify-like.ts';

export type FastifyPluginOptions = Pick<NodeListenerOptions, 'discard'>;

/** What Fastify takes for a media type. */
const mediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/;

/**
 * Connects an API to a Fastify application, as a plugin: below its prefix, and with body parsing of its own. The
 * application's hooks run for its requests as for any other's. A target that Fastify cannot decode and a method that
 * it does not know never get here.
 *
 * @spec HT49, HT50, HT51, HA1, HA2, HA3, HA4, HA11
 * @example
 * await app.register(fastifyPlugin(createBotsApi({ engine, publicUrl })), { prefix: '/engine' });
 */
export function fastifyPlugin(
  api: HttpApi,
  options: FastifyPluginOptions = {},
): (instance: FastifyInstanceLike) => Promise<void> {
  const rest = restDiscarder(options.discard);

  async function respond(request: FastifyRequestLike, reply: FastifyReplyLike, prefix: string): Promise<unknown> {
    // A client that went away gets no response, and that is no fault.
    reply.raw.on('error', ignore);
    const made = await api.handle(readRequest(request, prefix));
    if (reply.sent || reply.raw.destroyed) return reply.hijack();
    const { status, headers } = made;
    reply.code(status);
    reply.headers(headers);
    // Fastify ends what has no body at once.
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
 * The body as bytes: to JSON that is text, Fastify adds a charset. While the client is still sending, a stream that
 * ends when the client has, as what ends the stream ends the request.
 *
 * @spec HT50
 */
function payloadOf(
  { body }: HttpResponse,
  { raw }: FastifyRequestLike,
  { reply, rest }: { readonly reply: FastifyReplyLike; readonly rest: RestDiscarder },
): Uint8Array | Readable | undefined {
  if (body === undefined) return undefined;
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
 * Has bodies left unread until the API wants them, whatever their type and length.
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

/** A stream that a hook put in place of the payload may give text. */
async function* toBytes(stream: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

function ignore(): void {}
