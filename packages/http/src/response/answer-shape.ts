import { EngineError } from '@botwright/core';
import type { JsonObject } from '@botwright/core/diagram';
import type { HttpRequest } from '../pipeline/http-api.ts';
import type { RequestProgress } from '../pipeline/request-progress.ts';
import { type EncodeError, wireFaults, wireMessage } from './errors.ts';
import { type ApiResponse, jsonType, type StreamedResponse } from './response.ts';
import { leaveStream } from './streamed-body.ts';

/** The shape of a host's responses, in place of the shape of the specification. */
export interface AnswerShape<TBody extends object = JsonObject> {
  /**
   * Encodes an error. Default: the shape of the interface. If it throws, or returns something that cannot be sent, the
   * response has the default shape and `onFault` gets the reason.
   */
  encodeError?(error: AnsweredError, request: AnsweredRequest): EncodedError;
  /**
   * Wraps the JSON body of a successful response. Default: the body itself. Other responses are not wrapped: responses
   * without a body, the OpenAPI document and streams. If it throws, or returns something that is not JSON, the response
   * has the body itself and `onFault` gets the reason.
   *
   * @param body - A copy. An operation of the host's has the body that it encodes.
   */
  envelope?(body: TBody, request: AnsweredRequest): object;
}

/** An error without its cause. Message and faults name members as the wire format does. */
export interface AnsweredError
  extends Pick<EngineError, 'code' | 'kind' | 'message' | 'faults' | 'violations' | 'violationsTotal'> {
  /** The status of the default shape. */
  readonly status: number;
}

/** The request of a response, without its body. */
export interface AnsweredRequest extends Omit<HttpRequest, 'body'> {
  /** Value of `X-Request-Id` in the response. */
  readonly id: string;
  /** Such as `getBot`; `undefined` when the request reached no operation. */
  readonly operation: string | undefined;
}

/** The host's form of an error. */
export interface EncodedError {
  /** From 400 to 599. 401, 405, 412 and 429 stay, as clients act on them. Default: `status` of the error. */
  readonly status?: number;
  /**
   * Additional headers, and another `content-type`. `allow`, `retry-after`, `www-authenticate`, the request id and the
   * length cannot be replaced.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body: object;
}

/** Wraps the body of a successful response. */
export type Envelope = (
  response: ApiResponse | StreamedResponse,
  request: HttpRequest,
  progress: RequestProgress,
) => Promise<ApiResponse | StreamedResponse>;

const fixedStatuses: ReadonlySet<number> = new Set([401, 405, 412, 429]);
const fixedHeaders: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'x-request-id',
]);
const headerName = /^[a-z0-9!#$%&'*+.^_`|~-]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Bytes of a list that is read whole to be wrapped. */
const longestWrapped = 16 * 1_024 * 1_024;

/**
 * Makes a function that encodes errors in the host's shape, if there is one, and otherwise in the standard one.
 *
 * @spec HT74, HT78
 */
export function errorEncoderFor(
  standard: EncodeError,
  shape: Pick<AnswerShape, 'encodeError'> | undefined,
): (error: EngineError, request: HttpRequest, progress: RequestProgress) => ApiResponse {
  if (shape?.encodeError === undefined) return standard;
  return (error, request, progress) => {
    const response = standard(error);
    try {
      const encoded = shape.encodeError?.(answeredError(error, response.status), answeredRequest(request, progress));
      return encoded === undefined ? response : inShape(response, encoded);
    } catch (fault) {
      progress.reportFault(fault);
      return response;
    }
  };
}

/**
 * Makes a function that wraps successful bodies, if the host has an envelope. A list that would be sent while it is read
 * is read whole: the shape of a response does not depend on its length.
 *
 * @spec HT75, HT78
 */
export function envelopeFor(shape: Pick<AnswerShape, 'envelope'>): Envelope | undefined {
  if (shape.envelope === undefined) return undefined;
  return async (response, request, progress) => {
    const { contentType = jsonType } = response;
    if (response.body === undefined || contentType !== jsonType) return response;
    const { body, contentLength: _ofBody, ...others } = response;
    const text = typeof body === 'string' ? body : await textOf(body);
    try {
      const wrapped = shape.envelope?.(JSON.parse(text), answeredRequest(request, progress));
      return { ...others, body: jsonText(wrapped) };
    } catch (fault) {
      progress.reportFault(fault);
      return { ...others, body: text };
    }
  };
}

function inShape(standard: ApiResponse, { status = standard.status, headers = {}, body }: EncodedError): ApiResponse {
  if (!Number.isInteger(status) || status < 400 || status > 599) {
    throw new TypeError(`encodeError gave the status ${status}: expected an integer from 400 to 599.`);
  }
  const { 'content-type': contentType = jsonType, ...others } = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), checkedHeader(name, value)]),
  );
  const own = Object.entries(others).filter(([name]) => !fixedHeaders.has(name));
  return {
    status: fixedStatuses.has(standard.status) ? standard.status : status,
    contentType,
    headers: { ...Object.fromEntries(own), ...standard.headers },
    body: jsonText(body),
  };
}

function checkedHeader(name: string, value: string): string {
  if (headerName.test(name.toLowerCase()) && typeof value === 'string' && headerValue.test(value)) return value;
  throw new TypeError(`encodeError gave a header that cannot be sent: ${JSON.stringify(name)}.`);
}

/** A promise, of a function that should not be asynchronous, would become `{}`. */
function jsonText(value: object | undefined): string {
  if (typeof value !== 'object' || value === null || value instanceof Promise) {
    throw new TypeError('encodeError and envelope return an object at once, which is sent as JSON.');
  }
  return JSON.stringify(value);
}

async function textOf(stream: AsyncIterable<string | Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let length = 0;
  for await (const piece of stream) {
    length += piece.length;
    if (length > longestWrapped) {
      leaveStream(stream);
      throw new EngineError('invalid_parameters', {
        field: 'limit',
        message: 'The list is longer than 16 MiB: ask for fewer records.',
      });
    }
    pieces.push(typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }));
  }
  return pieces.join('');
}

function answeredError(error: EngineError, status: number): AnsweredError {
  const { code, kind, violations, violationsTotal } = error;
  const faults = error.faults.length > 0 || error.field !== undefined ? wireFaults(error) : [];
  return { code, kind, message: wireMessage(error), faults, violations, violationsTotal, status };
}

function answeredRequest(request: HttpRequest, { requestId, operation }: RequestProgress): AnsweredRequest {
  const { method, path, query, headers, address } = request;
  return {
    id: requestId,
    operation: operation?.id,
    method,
    path,
    query,
    headers,
    ...(address !== undefined && { address }),
  };
}
