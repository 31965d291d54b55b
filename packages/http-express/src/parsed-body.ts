import type { IncomingMessage } from 'node:http';
import type { HttpRequest } from '@botwright/http';

/** A request whose body a parser may have consumed. */
export interface ParsedRequest extends IncomingMessage {
  /** The client's address, by the application's `trust proxy` setting. */
  readonly ip?: string;
  /** Path parameters of the route: the segments of a wildcard, and nothing for an absent optional one. */
  readonly params?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: unknown;
  /** The original bytes, which applications often store here with a parser's `verify` option. */
  readonly rawBody?: unknown;
}

/**
 * Returns the body of a request that a parser has consumed: the original bytes if the parser stored them, otherwise the
 * parsed value as JSON.
 *
 * @throws {Error} when neither exists: the host must fix this, not the caller.
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
 * Encodes a parsed value as JSON that parses to the same value, when the body is read. Refuses a value that JSON cannot
 * express, such as the `Infinity` that `1e400` parses to, like a truncated body.
 */
async function* written(value: unknown): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(JSON.stringify(value, refuseInfinity));
}

function refuseInfinity(_key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('JSON has no such number.');
  return value;
}
