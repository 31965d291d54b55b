import { type ErrorCode, errorCatalog } from '@botwright/core';
import { statusByKind } from '../../exchange/reply/status.ts';
import type { ErrorBook } from '../../openapi/error-responses.ts';
import type { OperationContract } from '../operations/operation.ts';

/** Codes that the specification shows. */
const shownCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'bot_name_not_accepted',
  'bot_not_found',
  'draft_has_violations',
  'linked_bot_not_found',
  'restored_draft_has_violations',
  'version_is_the_most_recent_publication',
  'version_not_found',
  'version_of_an_unsupported_builder',
]);

/**
 * Every refusal that an operation can answer.
 *
 * @spec OA5
 */
function errorCodesOf(operation: OperationContract): readonly ErrorCode[] {
  const { body, isConditional, canBeRepeated, path, errors } = operation;
  return [
    'invalid_parameters',
    ...(body === undefined ? [] : bodyCodes),
    ...(body?.isRequired ? (['empty_body'] as const) : []),
    'not_authenticated',
    'permission_denied',
    ...(path.includes('{bot_id}') ? (['bot_not_found'] as const) : []),
    ...(isConditional ? (['draft_changed'] as const) : []),
    ...(canBeRepeated ? (['idempotency_key_in_use', 'idempotency_key_reused'] as const) : []),
    ...errors,
    'too_many_requests',
    'internal_error',
  ];
}

const bodyCodes = ['malformed_json', 'field_not_described', 'request_too_large', 'unsupported_media_type'] as const;

/** @spec OA5 */
function statusOfCode(code: ErrorCode): number {
  return statusByKind[errorCatalog[code].kind];
}

/** @spec OA6 */
function exampleOfCode(code: ErrorCode): object {
  const { message } = errorCatalog[code];
  return { ...(!shownCodes.has(code) && { 'x-decided-here': true }), value: { error: { code, message } } };
}

/** The refusals of the Bots API. */
export const botsErrors: ErrorBook<OperationContract, ErrorCode> = {
  codesOf: errorCodesOf,
  statusOf: statusOfCode,
  exampleOf: exampleOfCode,
};
