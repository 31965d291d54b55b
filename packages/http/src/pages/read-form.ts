import { EngineError } from '@botwright/core';
import type { HttpExchange } from '../exchange/http-exchange.ts';
import { readBodyBytes } from '../exchange/request/body-bytes.ts';

/** A form of ours is much shorter. */
const maxFormBytes = 4_096;

/**
 * Reads what a form sends.
 *
 * @throws {EngineError} `unsupported_media_type`, `request_too_large`
 * @spec CN4
 */
export async function readForm(exchange: HttpExchange): Promise<URLSearchParams> {
  const type = exchange.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded *(;|$)/i.test(type)) throw new EngineError('unsupported_media_type');
  const bytes = await readBodyBytes(exchange, maxFormBytes);
  return new URLSearchParams(new TextDecoder().decode(bytes));
}
