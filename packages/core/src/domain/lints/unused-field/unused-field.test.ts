import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { findingsOf, pointersOf } from '../../../../test/lint-fixture.ts';
import type { JsonObject } from '../../json/json-value.ts';

const id = 'unused-field';
const ask = (name: string, destination: string) => node(name, 'var_text', { text: 'Well?', destination });

it('[LI10] a Field that is never read is reported at the first block that sets it', () => {
  const diagram = greeted([ask('a', 'color'), node('b', 'set_field', { field: 'color', value: 'red' })]);
  expect(findingsOf(id, diagram)).toEqual([
    {
      code: 'unused-field',
      message: 'Block "a" sets the Field "color", which no block reads.',
      blockId: 'a',
      param: 'destination',
      pointer: '/nodes/a/params/destination',
      severity: 'warning',
    },
  ]);
});

it.for<readonly [string, string, JsonObject]>([
  ['a text', 'chat', { text: 'Your color is @{color}.' }],
  ['a text at any depth', 'webhook', { url: 'x', body: { a: [{ b: 'say @{size} and @{color}' }] } }],
  ['a value', 'set_field', { field: 'color', value: '@{color}!' }],
  ['a condition', 'conditions', { conditions: [{ field: 'color', operator: 'is_not_set' }] }],
  ['a formula', 'formulas', { expression: 'size(color) > 1' }],
  ['a word of code', 'code', { source: 'show(fields.color)' }],
  ['a plugin, as a text', 'of_a_plugin', { deep: [{ field: 'color' }] }],
  ['a plugin, as a word', 'of_a_plugin', { script: 'if (color) go()' }],
])('[LI10][LI11] a Field is read by %s', ([, template, params]) => {
  expect(pointersOf(id, greeted([ask('a', 'color'), node('b', template, params)]))).toEqual([]);
});

it.for<readonly [string, string, JsonObject]>([
  ['a value that does not count', 'set_field', { field: 'email', action: 'UNSET', value: '@{color}' }],
  ['a plain word of a text', 'chat', { text: 'What color?' }],
  ['a text in a formula', 'formulas', { expression: '"color"' }],
  ['braces with no @', 'chat', { text: '{color} @color @{color' }],
])('[LI10][LI11] a Field is not read by %s', ([, template, params]) => {
  expect(pointersOf(id, greeted([ask('a', 'color'), node('b', template, params)]))).toEqual([
    '/nodes/a/params/destination',
  ]);
});

it('[LI10] known Fields are never reported as unread', () => {
  const diagram = greeted([ask('a', 'email'), ask('b', 'phone'), ask('c', 'crm_id')]);
  expect(pointersOf(id, diagram, { knownFields: new Set(['crm_id']) })).toEqual([]);
});

it('[LI10] Fields with hostile names, such as __proto__, are handled like others', () => {
  const diagram = greeted([
    ask('a', '__proto__'),
    ask('b', 'constructor'),
    node('c', 'chat', { text: '@{__proto__}' }),
  ]);
  expect(pointersOf(id, diagram)).toEqual(['/nodes/b/params/destination']);
});
