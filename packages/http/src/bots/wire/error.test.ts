import { EngineError, type ErrorCode } from '@botwright/core';
import type { Violation } from '@botwright/core/diagram';
import { errorCatalog } from '@botwright/core/front';
import { expect, it } from 'vitest';
import { encodeBotsError } from './error.ts';

const violation: Violation = {
  code: 'start_connection',
  message: 'Nothing greets.',
  pointer: '/nodes',
  severity: 'error',
};

function bodyOf(error: EngineError): unknown {
  return JSON.parse(encodeBotsError(error).body ?? '');
}

it('[HT12] an error has its code and message', () => {
  expect(bodyOf(new EngineError('bot_not_found'))).toEqual({
    error: { code: 'bot_not_found', message: errorCatalog.bot_not_found.message },
  });
});

it('[HT16] the message names the member at fault by its name on the wire', () => {
  const error = new EngineError('invalid_parameters', { field: 'channelFamily', message: 'Expected another.' });
  expect(bodyOf(error)).toEqual({
    error: { code: 'invalid_parameters', message: 'channel_family: Expected another.' },
  });
});

it('[HT13][HT14][HT15] violations are listed, each with the members that apply to it', () => {
  const full: Violation = {
    ...violation,
    blockId: 'a',
    param: 'text',
    connectionId: 'c',
    output: '$x',
    hint: 'Add a block.',
  };
  const error = new EngineError('draft_has_violations', { violations: [violation, full], violationsTotal: 3 });
  expect(bodyOf(error)).toEqual({
    error: {
      code: 'draft_has_violations',
      message: errorCatalog.draft_has_violations.message,
      violations: [
        { code: 'start_connection', message: 'Nothing greets.', pointer: '/nodes', severity: 'error' },
        {
          code: 'start_connection',
          message: 'Nothing greets.',
          block_id: 'a',
          param: 'text',
          connection_id: 'c',
          output: '$x',
          pointer: '/nodes',
          severity: 'error',
          hint: 'Add a block.',
        },
      ],
      violations_total: 3,
    },
  });
});

it('[HT12] every error has the status of its kind', () => {
  const statuses = {
    malformed_json: 400,
    empty_body: 400,
    field_not_described: 400,
    invalid_parameters: 400,
    not_authenticated: 401,
    permission_denied: 403,
    plan_required: 402,
    customer_blocked: 403,
    bot_not_found: 404,
    channel_not_found: 404,
    customer_not_found: 404,
    agent_not_found: 404,
    hook_not_found: 404,
    field_not_found: 404,
    delivery_not_found: 404,
    account_not_found: 404,
    connection_not_found: 404,
    block_not_found: 404,
    version_not_found: 404,
    path_not_found: 404,
    file_not_found: 404,
    method_not_allowed: 405,
    idempotency_key_in_use: 409,
    file_not_expected: 409,
    draft_changed: 412,
    request_too_large: 413,
    unsupported_media_type: 415,
    refused_by_policy: 403,
    too_many_requests: 429,
    internal_error: 500,
    source_not_implemented: 501,
    dependency_failed: 502,
  } as const;
  const codes = Object.keys(errorCatalog) as ErrorCode[];
  const expected = codes.map((code) => [code, code in statuses ? statuses[code as keyof typeof statuses] : 422]);
  expect(codes.map((code) => [code, encodeBotsError(new EngineError(code)).status])).toEqual(expected);
});
