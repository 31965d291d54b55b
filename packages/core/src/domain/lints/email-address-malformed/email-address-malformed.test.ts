import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { pointersOf } from '../../../../test/lint-fixture.ts';
import type { JsonValue } from '../../json/json-value.ts';

it.for<readonly [JsonValue, boolean]>([
  ['ann@example.com', false],
  ['ann@example.com, bob@example.com;\nbüro@bücher.example', false],
  [['ann@example.com', '@{team}'], false],
  ['@{name}@example.com, @{a, b}', false],
  ['  ', false],
  ['ann', true],
  ['ann@example', true],
  ['Ann <ann@example.com>', true],
  [['ann@example.com', 'bob'], true],
  ['ann@example.com, bob', true],
  [['ann@example.com\u0000'], true],
])('[EM20] the recipients %j have a malformed address: %j', ([to, isMalformed]) => {
  const params = { to, cc: to, subject: 's', text: 't', ...(typeof to === 'string' && { replyTo: to }) };
  const places = ['to', 'cc', ...(typeof to === 'string' ? ['replyTo'] : [])].map(
    (name) => `/nodes/mail/params/${name}`,
  );
  expect(pointersOf('email-address-malformed', greeted([node('mail', 'send_email', params)]))).toEqual(
    isMalformed ? places : [],
  );
});
