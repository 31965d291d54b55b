import type { HttpResponse } from '../pipeline/http-api.ts';

/** The response of an operation or a page. The request id and the length are added, and `HEAD` obeyed, afterwards. */
export interface ApiResponse {
  readonly status: number;
  /** Default `application/json`. */
  readonly contentType?: string;
  /** Names in lower case, beside those that every response has. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Bytes of the body, where they were counted before. */
  readonly contentLength?: string;
}

export const jsonType = 'application/json';
export const yamlType = 'application/yaml';

/** @param json - The whole body, JSON text. */
export function jsonResponse(status: number, json: string, headers?: Readonly<Record<string, string>>): ApiResponse {
  return headers === undefined ? { status, body: json } : { status, body: json, headers };
}

export const noContent: ApiResponse = Object.freeze({ status: 204 });

/**
 * Adds what every response has. `HEAD` gets the headers of `GET`, the length included.
 *
 * @spec HT7, HT11
 */
export function completeResponse(response: ApiResponse, requestId: string, method: string): HttpResponse {
  const { status, body } = response;
  if (body === undefined) return { status, headers: { 'x-request-id': requestId, ...response.headers }, body };

  const headers = {
    'content-type': response.contentType ?? jsonType,
    'content-length': response.contentLength ?? String(byteLength(body)),
    'x-request-id': requestId,
  };
  return {
    status,
    headers: response.headers === undefined ? headers : { ...headers, ...response.headers },
    body: method === 'HEAD' ? undefined : body,
  };
}

/** Keeps encoded responses as long as the values that they were made of. */
export interface ResponseCache<TValue extends object> {
  /** @param value - Frozen throughout, or not at all. */
  responseTo(value: TValue): ApiResponse;
}

/**
 * Encodes a frozen value once, however often it is asked for. All other values are encoded each time.
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

/** Bytes of a text in UTF-8. Where there is no `Buffer` to count them, they are made and counted. */
function byteLength(text: string): number {
  return typeof Buffer === 'undefined' ? new TextEncoder().encode(text).byteLength : Buffer.byteLength(text);
}
