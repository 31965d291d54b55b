import { EngineError } from '@botwright/core';
import type { HttpRequest } from '../pipeline/http-api.ts';
import { isJsonType, parseJson } from './json.ts';

/** Default for the maximum bytes of a request body: 5 MiB. */
export const defaultMaxBodyBytes = 5 * 1_024 * 1_024;

const nothing = new Uint8Array(0);

/**
 * Reads the body, up to the limit. Refuses a body whose `Content-Length` exceeds it before reading.
 *
 * @returns Empty when there is no body.
 * @throws {EngineError} `request_too_large`; `malformed_json` when the body broke off.
 * @spec HT30, HT32
 */
export async function readBodyBytes(
  request: Pick<HttpRequest, 'headers' | 'body'>,
  maxBytes: number,
): Promise<Uint8Array> {
  const { body } = request;
  if (body === undefined) return nothing;
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw new EngineError('request_too_large');
  if (body instanceof Uint8Array) {
    if (body.byteLength > maxBytes) throw new EngineError('request_too_large');
    return body;
  }

  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of turnBreaksIntoRefusals(body)) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new EngineError('request_too_large');
    chunks.push(chunk);
  }
  return join(chunks, length);
}

/**
 * Turns the error of a truncated body into a refusal of the request, so that it is not reported as an internal error.
 *
 * @throws {EngineError} `malformed_json`
 */
export async function* turnBreaksIntoRefusals(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
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

/**
 * Reads and parses a JSON body, for a front with custom routes: checks size, media type, encoding and depth like the
 * interfaces.
 *
 * @returns `undefined` when there is no body.
 * @throws {EngineError} `request_too_large`, `unsupported_media_type`, `malformed_json`
 * @spec HT30, HT31, HT32
 */
export async function readJsonBody(
  request: Pick<HttpRequest, 'headers' | 'body'>,
  maxBytes: number = defaultMaxBodyBytes,
): Promise<unknown> {
  const bytes = await readBodyBytes(request, maxBytes);
  if (bytes.byteLength === 0) return undefined;
  const type = request.headers.get('content-type') ?? '';
  if (type !== '' && !isJsonType(type)) throw new EngineError('unsupported_media_type');
  return parseJson(bytes);
}
