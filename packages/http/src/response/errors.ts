import { EngineError, type ErrorCode, type ErrorKind } from '@botwright/core';
import type { InputFault } from '@botwright/core/inputs';
import { WireError } from '../request/read-input.ts';
import { type ApiResponse, jsonResponse } from './response.ts';

/**
 * The status of each kind of error. The compiler requires a status for every kind.
 *
 * @spec HT12
 */
export const statusByKind = {
  malformed: 400,
  unauthenticated: 401,
  payment: 402,
  forbidden: 403,
  policy: 403,
  not_found: 404,
  method: 405,
  conflict: 409,
  stale: 412,
  too_large: 413,
  unsupported_media: 415,
  refused: 422,
  limited: 429,
  internal: 500,
  not_implemented: 501,
  dependency: 502,
} as const satisfies Record<ErrorKind, number>;

/** Codes whose status in the Platform API and APIchat differs from the status of their kind. @spec TK12, TK14 */
export const tokenApiStatuses: StatusExceptions = {
  invalid_parameters: 422,
  field_not_described: 422,
  unsupported_media_type: 400,
};

export type StatusExceptions = Readonly<Partial<Record<ErrorCode, number>>>;

/**
 * The status of an error.
 *
 * @param exceptions - Codes whose status differs from the status of their kind; default: none, as in the Bots API.
 */
export function statusOf(
  { code, kind, status }: Pick<EngineError, 'code' | 'kind' | 'status'>,
  exceptions: StatusExceptions = {},
): number {
  return status ?? exceptions[code as ErrorCode] ?? statusByKind[kind];
}

/** Members of inputs whose names differ between the engine and the interfaces. */
const wireFields: ReadonlyMap<string, string> = new Map([
  ['agentId', 'agent_id'],
  ['channel', 'channel_id'],
  ['channelFamily', 'channel_family'],
  ['customerToken', 'customer_token'],
  ['optIn', 'opt_in'],
  ['pageSize', 'page_size'],
  ['searchBy', 'search_by'],
]);

/** The faults of an error with the names of the wire format. An error without faults counts as one. @spec HT16, TK12 */
export function wireFaults(error: EngineError): readonly InputFault[] {
  const { faults, field = '', message } = error;
  const all = faults.length > 0 ? faults : [{ field, message }];
  if (error instanceof WireError) return all;
  return all.map((fault) => ({ ...fault, field: wireFields.get(fault.field) ?? fault.field }));
}

/** The message of an error, which names the member at fault as the wire format does. @spec HT16 */
export function wireMessage(error: EngineError): string {
  const [fault] = wireFaults(error);
  return error.field === undefined || fault === undefined ? error.message : `${fault.field}: ${fault.message}`;
}

/** An error whose response has additional headers, such as `allow`. */
export class ErrorWithHeaders extends EngineError {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, headers: Readonly<Record<string, string>>, message?: string) {
    super(code, message === undefined ? {} : { message });
    this.headers = headers;
  }
}

/** Encodes an error for one of the interfaces. */
export type EncodeError = (error: EngineError) => ApiResponse;

/**
 * Makes the function that encodes the errors of an interface.
 *
 * @param bodyOf - Returns the body to write as JSON.
 * @param exceptions - See {@link statusOf}.
 */
export function errorEncoder(bodyOf: (error: EngineError) => object, exceptions?: StatusExceptions): EncodeError {
  return (error) => jsonResponse(statusOf(error, exceptions), JSON.stringify(bodyOf(error)), headersOf(error));
}

/** The headers that the response to an error needs; `undefined`: none. */
export function headersOf(error: EngineError): Readonly<Record<string, string>> | undefined {
  if (error instanceof ErrorWithHeaders) return error.headers;
  // A use-case can have a limit too, such as the number of queued searches; it cannot predict free capacity.
  return error.kind === 'limited' ? { 'retry-after': '1' } : undefined;
}

/**
 * Makes the error of a request beyond a limit, whose response says when to try again.
 *
 * @param message - Names the limit. Default: too many requests.
 * @spec HT28
 */
export function tooManyRequests(retryAfterMs: number, message?: string): EngineError {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  return new ErrorWithHeaders('too_many_requests', { 'retry-after': String(seconds) }, message);
}

/** @spec HT4 */
export function methodNotAllowed(allow: string): EngineError {
  return new ErrorWithHeaders('method_not_allowed', { allow });
}
