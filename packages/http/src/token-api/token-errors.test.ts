import { EngineError, type ErrorCode } from '@botwright/core';
import { errorCatalog } from '@botwright/core/front';
import { expect, it } from 'vitest';
import { encodeChatError } from '../chat/send.ts';
import { encodePlatformError } from '../platform/wire/envelope.ts';

const faults = [
  { field: 'message.url', message: 'It is required.' },
  { field: 'agentId', message: 'Expected an integer.' },
  { field: 'message.url', message: 'It is too long.' },
  { field: '', message: 'Expected an object.' },
  { field: '__proto__', message: 'No.' },
];

function read({ status, body = '', headers }: ReturnType<typeof encodePlatformError>): readonly unknown[] {
  return headers === undefined ? [status, body] : [status, body, headers];
}

it('[PL5][TK12] names every fault under its field', () => {
  expect(read(encodePlatformError(new EngineError('invalid_parameters', { faults })))).toEqual([
    422,
    '{"errors":{"message.url":["It is required.","It is too long."],"agent_id":["Expected an integer."],' +
      '"non_field_errors":["Expected an object."],"__proto__":["No."]}}',
  ]);
  const one = new EngineError('invalid_parameters', { field: 'optIn', message: 'Expected true or false.' });
  expect(read(encodePlatformError(one))).toEqual([422, '{"errors":{"opt_in":["Expected true or false."]}}']);
});

it('[AC5][TK12] the error lists every fault in one text', () => {
  expect(read(encodeChatError(new EngineError('invalid_parameters', { faults: faults.slice(2) })))).toEqual([
    422,
    '{"success":false,"error":"message.url: It is too long. Expected an object. __proto__: No."}',
  ]);
});

it('[PL27] a refused caller also gets a detail', () => {
  const { message } = errorCatalog.not_authenticated;
  expect(read(encodePlatformError(new EngineError('not_authenticated')))).toEqual([
    401,
    JSON.stringify({ errors: { non_field_errors: [message] }, detail: message }),
  ]);
  expect(read(encodeChatError(new EngineError('not_authenticated')))).toEqual([
    401,
    JSON.stringify({ success: false, error: message }),
  ]);
});

it('[PL6] an error about the plan has the key plan', () => {
  expect(read(encodePlatformError(new EngineError('plan_required', { message: 'Not in this plan.' })))).toEqual([
    402,
    '{"errors":{"plan":["Not in this plan."]}}',
  ]);
});

it('[TK14][TK15] a body that is not JSON for any reason is 400', () => {
  const codes = ['malformed_json', 'unsupported_media_type', 'empty_body'] as const;
  expect(
    codes.map((code) => [
      encodePlatformError(new EngineError(code)).status,
      encodeChatError(new EngineError(code)).status,
    ]),
  ).toEqual(codes.map(() => [400, 400]));
});

it('[TK12] both interfaces give every other error the status of the specification', () => {
  const expected: Partial<Record<ErrorCode, number>> = {
    not_authenticated: 401,
    customer_blocked: 403,
    plan_required: 402,
    path_not_found: 404,
    channel_not_found: 404,
    customer_not_found: 404,
    agent_not_found: 404,
    bot_not_found: 404,
    hook_not_found: 404,
    field_not_found: 404,
    method_not_allowed: 405,
    request_too_large: 413,
    field_not_described: 422,
    invalid_parameters: 422,
    bot_never_published: 422,
    unsupported_builder: 422,
    refused_by_policy: 403,
    too_many_requests: 429,
    internal_error: 500,
  };
  for (const [code, status] of Object.entries(expected)) {
    const error = new EngineError(code as ErrorCode);
    expect([code, encodePlatformError(error).status, encodeChatError(error).status]).toEqual([code, status, status]);
  }
});

it('[PL5][AC5] the cause of an error is not shown', () => {
  const error = new EngineError('internal_error', { cause: new Error('secret') });
  const { message } = errorCatalog.internal_error;
  expect(read(encodePlatformError(error))).toEqual([500, JSON.stringify({ errors: { non_field_errors: [message] } })]);
  expect(read(encodeChatError(error))).toEqual([500, JSON.stringify({ success: false, error: message })]);
});
