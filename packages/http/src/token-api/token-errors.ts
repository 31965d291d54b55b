import { EngineError, type ErrorCode } from '@botwright/core';
import type { InputFault } from '@botwright/core/inputs';
import type { OperationDescription } from '../pipeline/operation.ts';
import { type EncodeError, errorEncoder, tokenApiStatuses, wireFieldOf } from '../response/errors.ts';

/** Every fault of an error in the names of the interface; an error without any is a fault of the whole. @spec TK12 */
export function wireFaults({ faults, field = '', message }: EngineError): readonly InputFault[] {
  const all = faults.length > 0 ? faults : [{ field, message }];
  return all.map((fault) => ({ field: wireFieldOf(fault.field), message: fault.message }));
}

const tooManyRequests = new EngineError('too_many_requests');

/**
 * Makes what encodes the errors of an interface with tokens.
 *
 * @param bodyOf - The body, to be written as JSON.
 * @spec TK12, TK14
 */
export function tokenErrorEncoder(bodyOf: (error: EngineError) => object): EncodeError {
  // Whether the rate or a bound of the use-case was reached makes no difference to the caller.
  return errorEncoder((error) => bodyOf(error.kind === 'limited' ? tooManyRequests : error), tokenApiStatuses);
}

/** Every error that an operation can have. @spec OA5, TK17 */
export function tokenErrorCodes({ isOpen, body, query, path, errors }: OperationDescription): readonly ErrorCode[] {
  if (isOpen) return ['internal_error'];
  return [
    ...(body || query || path.includes('{') ? (['malformed_json'] as const) : []),
    ...(body ? (['unsupported_media_type', 'request_too_large'] as const) : []),
    ...(body?.isRequired ? (['empty_body'] as const) : []),
    'not_authenticated',
    ...errors,
    ...(body || query ? (['invalid_parameters'] as const) : []),
    'too_many_requests',
    'internal_error',
  ];
}
