import { EngineError } from '@botwright/core';
import type { HttpExchange } from '../http-exchange.ts';

const nothing = new Uint8Array(0);

/**
 * Reads the body, no further than the limit. A length that says too much is refused before anything is read.
 *
 * @returns Empty when there is no body.
 * @throws {EngineError} `request_too_large`; `malformed_json` when the body broke off.
 * @spec HT30, HT32
 */
export async function readBodyBytes(exchange: HttpExchange, maxBytes: number): Promise<Uint8Array> {
  const { body } = exchange;
  if (body === undefined) return nothing;
  if (Number(exchange.headers.get('content-length') ?? 0) > maxBytes) throw new EngineError('request_too_large');
  if (body instanceof Uint8Array) {
    if (body.byteLength > maxBytes) throw new EngineError('request_too_large');
    return body;
  }

  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of unlessBroken(body)) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new EngineError('request_too_large');
    chunks.push(chunk);
  }
  return join(chunks, length);
}

/** A body that breaks off is the caller's doing, not a fault of the server. */
async function* unlessBroken(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    throw new EngineError('malformed_json', { message: 'The body broke off.', cause });
  }
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = chunks;
  if (chunks.length === 1 && first !== undefined) return first;

  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}
