import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

/** As much of a Fastify request as is needed. */
export interface FastifyRequestLike {
  readonly raw: IncomingMessage;
  readonly body: unknown;
  /** Of the client, as far as the application trusts its proxies. */
  readonly ip?: string;
}

/** As much of a Fastify reply as is needed. */
export interface FastifyReplyLike {
  readonly raw: ServerResponse;
  readonly sent: boolean;
  code(status: number): unknown;
  headers(headers: Record<string, string>): unknown;
  send(payload?: Uint8Array | Readable): unknown;
  hijack(): unknown;
}

/** As much of a Fastify instance as is needed. */
export interface FastifyInstanceLike {
  readonly prefix: string;
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    contentType: string,
    parser: (request: FastifyRequestLike, payload: unknown, done: (error: Error | null, body: unknown) => void) => void,
  ): unknown;
  addHook(name: 'preParsing', hook: (request: FastifyRequestLike) => Promise<void>): unknown;
  all(path: string, handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<unknown>): unknown;
}
