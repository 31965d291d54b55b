import type { HttpResponse } from '../pipeline/http-api.ts';

/**
 * The response of an operation or a page. `completeResponse` adds the request id and the length, and handles `HEAD`.
 */
export interface ApiResponse {
  /** HTTP status. */
  readonly status: number;
  /** Default `application/json`. */
  readonly contentType?: string;
  /** Additional headers; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Absent: the response has none, such as with 204. */
  readonly body?: string;
  /** Bytes of the body, if known. */
  readonly contentLength?: string;
}

/** A response that is sent piece by piece, usually without a length. @spec HT61 */
export interface StreamedResponse extends Omit<ApiResponse, 'body'> {
  /** MIME type, with its charset for text. */
  readonly contentType: string;
  /** Text, or bytes. */
  readonly body: AsyncIterable<string | Uint8Array>;
  /**
   * Bytes that it holds in memory until it is sent. They make it a large answer: its pieces are produced in turn with
   * pieces of others.
   */
  readonly heldBytes?: number;
}

export const jsonType = 'application/json';
export const yamlType = 'application/yaml';

/**
 * Makes an answer of the type `application/json`.
 *
 * @param json - JSON text of the body.
 */
export function jsonResponse(status: number, json: string, headers?: Readonly<Record<string, string>>): ApiResponse {
  return headers === undefined ? { status, body: json } : { status, body: json, headers };
}

/** An answer of 204, without a body. */
export const noContent: ApiResponse = Object.freeze({ status: 204 });

/**
 * Headers of an interface whose responses are private: caches do not store them, and browsers do not guess their type.
 *
 * @spec HT72
 */
export const privateHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/**
 * Adds the headers of every response. `HEAD` gets the headers of `GET`, including the length, and no body.
 *
 * @param common - Headers of every response of the interface; headers of the response take precedence.
 * @spec HT7, HT11, HT61, HT72, HT68
 */
export function completeResponse(
  response: ApiResponse | StreamedResponse,
  { requestId, method, common }: { readonly requestId: string; readonly method: string; readonly common: object },
): HttpResponse {
  const { status, body } = response;
  if (body === undefined) {
    return { status, headers: { 'x-request-id': requestId, ...common, ...response.headers }, body };
  }
  return {
    status,
    headers: { ...bodyHeaders(response, requestId), ...common, ...response.headers },
    body: method === 'HEAD' ? undefined : body,
  };
}

function bodyHeaders(response: ApiResponse | StreamedResponse, requestId: string): Readonly<Record<string, string>> {
  const { body, contentType: type = jsonType } = response;
  const length = response.contentLength ?? (typeof body === 'string' ? String(byteLength(body)) : undefined);
  return {
    'content-type': type,
    ...(length !== undefined && { 'content-length': length }),
    'x-request-id': requestId,
    ...(type === jsonType && { 'x-content-type-options': 'nosniff' }),
  };
}

/** Caches encoded responses for the lifetime of their values. */
export interface ResponseCache<TValue extends object> {
  /**
   * Encodes a value; a frozen one only once.
   *
   * @param value - Deeply frozen, or not frozen.
   */
  responseTo(value: TValue): ApiResponse;
}

/**
 * Makes a cache that encodes a frozen value once. Other values are encoded each time.
 *
 * @spec AP11
 */
export function responseCache<TValue extends object>(encode: (value: TValue) => ApiResponse): ResponseCache<TValue> {
  const responses = new WeakMap<TValue, ApiResponse>();

  return {
    responseTo(value) {
      const known = responses.get(value);
      if (known !== undefined) return known;
      const response = encode(value);
      if (Object.isFrozen(value)) responses.set(value, withLength(response));
      return response;
    },
  };
}

function withLength(response: ApiResponse): ApiResponse {
  const { body } = response;
  return Object.freeze(body === undefined ? { ...response } : { ...response, contentLength: String(byteLength(body)) });
}

/** Length of a text in UTF-8. Without a `Buffer` to count the bytes, encodes the text. */
export function byteLength(text: string): number {
  return typeof Buffer === 'undefined' ? new TextEncoder().encode(text).byteLength : Buffer.byteLength(text);
}
