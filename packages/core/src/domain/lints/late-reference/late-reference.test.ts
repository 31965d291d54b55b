import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { pointersOf } from '../../../../test/lint-fixture.ts';
import type { JsonObject } from '../../json/json-value.ts';

const both = '@{#last} @{#transcript} @{#last}';

it.for<readonly [string, JsonObject, readonly string[]]>([
  ['language_model', { model: 'small', input: both, instructions: '@{#last}' }, ['instructions']],
  ['send_email', { to: '@{#last}', subject: both, text: both }, ['to']],
  [
    'webhook',
    { url: 'https://a.test/@{#last}', body: { a: [both] }, headers: [{ name: 'a', value: both }] },
    ['headers', 'headers', 'url'],
  ],
  ['code', { source: both }, []],
  ['chat', { text: 'Hi @{#last}' }, ['text']],
  ['chat', { text: 'Hi @{last} @{#other}' }, []],
  ['of_a_plugin', { text: 'Hi @{#last}' }, ['text']],
])('[LM24] in %s with %j, these params have no text for it: %j', ([template, params, places]) => {
  const found = pointersOf('late-reference', greeted([node('a', template, params)]));
  expect(found.toSorted()).toEqual(places.map((name) => `/nodes/a/params/${name}`));
});

it('[LM24] no other lint takes a late reference for a Field', () => {
  const diagram = greeted([node('a', 'code', { source: both })]);
  expect(pointersOf('field-read-before-set', diagram)).toEqual([]);
});
