import type { BotsErrorCode, Violation } from './generated/bots-calls.ts';

/**
 * What went wrong before there was a response of the interface, or with the response.
 *
 * - `unreachable`: no connection, or it broke.
 * - `timed_out`: no complete response within the time-out.
 * - `redirected`: a redirect, which is not followed, so that the token goes nowhere else.
 * - `response_too_large`: a body beyond `maxResponseBytes`.
 * - `unexpected_response`: nothing that this interface responds with; the address is probably wrong.
 */
export type TransportErrorCode =
  | 'unreachable'
  | 'timed_out'
  | 'redirected'
  | 'response_too_large'
  | 'unexpected_response';

/** The Platform API and APIchat send no codes: theirs follow from the status. */
export type StatusErrorCode =
  | 'malformed'
  | 'not_authenticated'
  | 'payment_required'
  | 'permission_denied'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'request_too_large'
  | 'invalid_parameters'
  | 'too_many_requests'
  | 'internal_error'
  | 'refused';

/** `path_not_found` is what the Bots API says of paths that it does not have, and so of no operation. */
export type ApiErrorCode = BotsErrorCode | 'path_not_found' | StatusErrorCode | TransportErrorCode;

export interface ApiErrorDetails {
  /** The interface that was called. */
  readonly api: 'Bots API' | 'Platform API' | 'APIchat';
  readonly code: ApiErrorCode | (string & {});
  /** Of the response; `undefined` without one. */
  readonly status?: number | undefined;
  /** What the server says is wrong, for people; without it, what the client says. */
  readonly problem: string;
  /** The rules of diagrams that were broken. Bots API only; empty otherwise. */
  readonly violations?: readonly Violation[] | undefined;
  /** How many there are, where the server lists only the first of them. */
  readonly violationsTotal?: number | undefined;
  /** Messages by the member that they are about. Platform API only; empty otherwise. */
  readonly fields?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The `X-Request-Id` of the response, by which the server's log names the request. */
  readonly requestId?: string | undefined;
  /** How long the server asks to wait. */
  readonly retryAfterMs?: number | undefined;
}

/** Names the class across copies of the package. */
const errorName = 'BotwrightApiError';

/**
 * An error of a call, whichever interface it is. `message` says what was called and what is wrong; no member has the
 * token in it.
 *
 * @spec CL13, CL14, CL15, CL17
 */
export class ApiError extends Error implements ApiErrorDetails {
  override readonly name = errorName;
  readonly api: ApiErrorDetails['api'];
  readonly code: ApiErrorDetails['code'];
  readonly status: number | undefined;
  readonly problem: string;
  readonly violations: readonly Violation[];
  readonly violationsTotal: number;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, details: ApiErrorDetails, options?: ErrorOptions) {
    super(message, options);
    this.api = details.api;
    this.code = details.code;
    this.status = details.status;
    this.problem = details.problem;
    this.violations = details.violations ?? [];
    this.violationsTotal = details.violationsTotal ?? this.violations.length;
    this.fields = details.fields ?? {};
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/**
 * Whether something is an `ApiError`, also of another copy of the package, and has one of these codes, if any are given.
 *
 * @example
 * if (isApiError(error, 'draft_changed')) console.log('Somebody else wrote the draft.');
 * @spec CL16
 */
export function isApiError<const TCode extends ApiErrorCode = never>(
  error: unknown,
  ...codes: readonly TCode[]
): error is [TCode] extends [never] ? ApiError : ApiError & { readonly code: TCode } {
  if (!(error instanceof Error) || error.name !== errorName) return false;
  return codes.length === 0 || codes.some((code) => code === (error as ApiError).code);
}
