import { EngineError, type ErrorCode } from '@botwright/core';
import type { OperationDescription } from '../pipeline/operation.ts';
import { type EncodeError, errorEncoder, tokenApiStatuses } from '../response/errors.ts';

const tooManyRequests = new EngineError('too_many_requests');

/**
 * Makes the function that encodes the errors of an interface with tokens.
 *
 * @param bodyOf - Returns the body to write as JSON.
 * @spec TK12, TK14
 */
export function tokenErrorEncoder(bodyOf: (error: EngineError) => object): EncodeError {
  // The caller gets the same error whether the rate limit or a limit of the use-case was reached.
  return errorEncoder((error) => bodyOf(error.kind === 'limited' ? tooManyRequests : error), tokenApiStatuses);
}

/** The codes of all errors that an operation can respond with. @spec OA5, TK17 */
export function tokenErrorCodes({ isOpen, body, query, path, errors }: OperationDescription): readonly ErrorCode[] {
  return [
    ...(body || query || path.includes('{') ? (['malformed_json'] as const) : []),
    ...(body ? (['unsupported_media_type', 'request_too_large', 'whole_number_too_large'] as const) : []),
    ...(body?.isRequired ? (['empty_body'] as const) : []),
    ...(isOpen ? [] : (['not_authenticated'] as const)),
    ...errors,
    ...(body || query ? (['invalid_parameters'] as const) : []),
    ...(isOpen ? [] : (['too_many_requests'] as const)),
    'internal_error',
    // Operations for anybody read no store.
    ...(isOpen ? [] : (['dependency_failed'] as const)),
  ];
}
