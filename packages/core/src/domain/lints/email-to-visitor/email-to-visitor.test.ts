import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { pointersOf } from '../../../../test/lint-fixture.ts';
import type { JsonObject } from '../../json/json-value.ts';

it.for<readonly [JsonObject, readonly string[]]>([
  [{ to: '@{mail}' }, ['to']],
  [{ to: ['a@example.com', 'x@{mail}'], bcc: '@{mail}' }, ['to', 'bcc']],
  [{ to: '@{made}', replyTo: '@{mail}' }, []],
  [{ to: 'a@example.com' }, []],
])('[EM21] of %j, these params have an answer of a visitor: %j', ([given, params]) => {
  const diagram = greeted([
    node('ask', 'var_email', { text: '?', destination: 'mail' }),
    node('make', 'set_field', { field: 'made', action: 'SET', value: 'a@example.com' }),
    node('send', 'send_email', { subject: 's', text: 't', ...given }),
  ]);
  expect(pointersOf('email-to-visitor', diagram)).toEqual(params.map((name) => `/nodes/send/params/${name}`));
});
