import type { IncomingMessage } from 'node:http';
import type { HttpRequest } from '@botwright/http';

/** A request whose body a parser may have read already. */
export interface ParsedRequest extends IncomingMessage {
  /** The client's address, by the application's `trust proxy` setting. */
  readonly ip?: string;
  readonly body?: unknown;
  /** The original bytes, which applications often keep here with a parser's `verify` option. */
  readonly rawBody?: unknown;
}

/**
 * Returns a body that a parser has read already: the original bytes if they were kept, else the parsed value as JSON.
 *
 * @throws {Error} when neither is there: the host has to fix that, not the caller.
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
 * Writes a parsed value as JSON again, from which the same value can be parsed. Nothing is written before the body is
 * read. A value that JSON cannot express, such as the `Infinity` that `1e400` is parsed to, is refused like a body that
 * broke off.
 */
async function* written(value: unknown): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(JSON.stringify(value, refuseInfinity));
}

function refuseInfinity(_key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('JSON has no such number.');
  return value;
}
