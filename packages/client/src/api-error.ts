import type { BotsErrorCode, Violation } from './generated/bots-calls.ts';

/**
 * The failure of a call that the interface did not answer with an error.
 *
 * - `unreachable`: no connection, or it broke.
 * - `timed_out`: no complete response within the time-out.
 * - `redirected`: the client follows no redirects, so that the token goes nowhere else.
 * - `response_too_large`: a body beyond `maxResponseBytes`.
 * - `unexpected_response`: a response that this interface never sends; the address is probably wrong.
 */
export type TransportErrorCode =
  | 'unreachable'
  | 'timed_out'
  | 'redirected'
  | 'response_too_large'
  | 'unexpected_response';

/** The Platform API and APIchat send no codes: the client derives them from the status. */
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

/** The Bots API answers `path_not_found` for unknown paths, and for no operation. */
export type ApiErrorCode = BotsErrorCode | 'path_not_found' | StatusErrorCode | TransportErrorCode;

/** The members of an `ApiError` to make; absent ones are empty or `undefined`. */
export type ApiErrorDetails = Pick<ApiError, 'api' | 'code' | 'problem'> & {
  readonly [K in 'status' | 'violations' | 'violationsTotal' | 'fields' | 'requestId' | 'retryAfterMs']?:
    | ApiError[K]
    | undefined;
};

/** Identifies the class across copies of the package. */
const errorName = 'BotwrightApiError';

/**
 * The error of a call of any interface. `message` names the call and its problem; no member contains the token.
 *
 * @spec CL13, CL14, CL15, CL17
 */
export class ApiError extends Error {
  override readonly name = errorName;
  /** The interface that was called. */
  readonly api: 'Bots API' | 'Platform API' | 'APIchat';
  /** Sent by the Bots API; the client derives it from the status for the other interfaces, and without a response. */
  readonly code: ApiErrorCode | (string & {});
  /** HTTP status; `undefined` without a response. */
  readonly status: number | undefined;
  /** The message of the server for people; without it, a message of the client. */
  readonly problem: string;
  /** The violations of a diagram. Bots API only; empty otherwise. */
  readonly violations: readonly Violation[];
  /** The number of violations, if the server lists only the first ones. */
  readonly violationsTotal: number;
  /** Messages by the name of the member. Platform API only; empty otherwise. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** The `X-Request-Id` of the response, which is also in the server's log. */
  readonly requestId: string | undefined;
  /** The wait that the server asks for, in milliseconds. */
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
 * Whether a value is an `ApiError`, also of another copy of the package, with one of these codes. Default: any code.
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
