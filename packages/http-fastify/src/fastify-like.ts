import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

/** The members of a Fastify request that the plugin uses. */
export interface FastifyRequestLike {
  readonly raw: IncomingMessage;
  readonly body: unknown;
  /** The client's address, by the application's `trustProxy` setting. */
  readonly ip?: string;
  /** Path parameters of the route. */
  readonly params?: unknown;
}

/** The members of a Fastify reply that the plugin uses. */
export interface FastifyReplyLike {
  readonly raw: ServerResponse;
  readonly sent: boolean;
  code(status: number): unknown;
  headers(headers: Record<string, string>): unknown;
  send(payload?: Uint8Array | Readable): unknown;
  hijack(): unknown;
}

type FastifyHandlerLike = (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<unknown>;

/** The members of a Fastify instance that the plugin uses. */
export interface FastifyInstanceLike {
  readonly prefix: string;
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    contentType: string,
    parser: (request: FastifyRequestLike, payload: unknown, done: (error: Error | null, body: unknown) => void) => void,
  ): unknown;
  addHook(name: 'preParsing', hook: (request: FastifyRequestLike) => Promise<void>): unknown;
  all(path: string, handler: FastifyHandlerLike): unknown;
  route(options: {
    readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    readonly url: string;
    readonly handler: FastifyHandlerLike;
  }): unknown;
}
