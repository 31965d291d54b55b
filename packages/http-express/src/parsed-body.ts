import type { IncomingMessage } from 'node:http';
import type { HttpRequest } from '@botwright/http';

/** A request on which a body parser may have left what it read. */
export interface ParsedRequest extends IncomingMessage {
  /** Of the client, as far as the application trusts its proxies. */
  readonly ip?: string;
  readonly body?: unknown;
  /** Where the `verify` of a parser often keeps the bytes. */
  readonly rawBody?: unknown;
}

/**
 * The body of a request that something has read before: the bytes if they were kept, else what was made of them.
 *
 * @throws {Error} when nothing was kept, which is the host's mistake and not the caller's.
 * @spec HA6, HA7
 */
export function parsedBody({ rawBody, body }: ParsedRequest): NonNullable<HttpRequest['body']> {
  if (rawBody instanceof Uint8Array) return rawBody;
  if (body instanceof Uint8Array) return body;
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body === undefined) {
    throw new Error(
      'The body was read before the Bots API got it, and is not in req.body: mount expressHandler first.',
    );
  }
  return written(body);
}

/**
 * Writes a parsed value as JSON again, which gives the same value when it is parsed. Written only when it is
 * read; a value that JSON cannot hold, such as what became of `1e400`, counts as a body that broke off.
 */
async function* written(value: unknown): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(JSON.stringify(value, refuseInfinity));
}

function refuseInfinity(_key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('JSON has no such number.');
  return value;
}
