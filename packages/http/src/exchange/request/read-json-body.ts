import { EngineError } from '@botwright/core';
import type { HttpExchange } from '../http-exchange.ts';
import { readBodyBytes } from './body-bytes.ts';
import { saysJson } from './media-type.ts';
import { parseJson } from './parse-json.ts';

/**
 * Reads the body of a request that needs no `Content-Type` to be JSON: first its size is judged, then its type, then
 * its form. `null` is not a body.
 *
 * @returns `undefined` when there is no body.
 * @throws {EngineError} `request_too_large`, `unsupported_media_type`, `malformed_json`
 * @spec TK13, TK14, TK15, TK16
 */
export async function readJsonBody(exchange: HttpExchange, maxBytes: number): Promise<unknown> {
  const bytes = await readBodyBytes(exchange, maxBytes);
  if (bytes.byteLength === 0) return undefined;
  const type = exchange.headers.get('content-type') ?? '';
  if (type !== '' && !saysJson(type)) throw new EngineError('unsupported_media_type');
  const json = parseJson(bytes);
  if (json === null) throw new EngineError('malformed_json', { message: 'null is not a body.' });
  return json;
}
