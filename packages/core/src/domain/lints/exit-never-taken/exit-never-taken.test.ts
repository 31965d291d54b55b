import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { findingsOf } from '../../../../test/lint-fixture.ts';
import type { JsonObject } from '../../json/json-value.ts';

const invalid = { id: 'invalid' };
const none = { id: 'none' };
const show = { conditions: [{ field: 'x', operator: 'is_set' }] };

it.for<readonly [string, JsonObject, string | undefined]>([
  ['var_text', { exits: [invalid] }, '/nodes/a/params/exits/0'],
  ['var_text', { exits: [{ id: 'timeout', seconds: 5 }, invalid], minChars: 1 }, '/nodes/a/params/exits/1'],
  ['var_text', { exits: [invalid], minChars: 2 }, undefined],
  ['var_text', { exits: [invalid], maxChars: 20 }, undefined],
  ['var_text', { exits: [none] }, undefined],
  ['var_text', { exits: 'invalid' }, undefined],
  ['var_email', { exits: [invalid] }, undefined],
  ['buttons', { buttons: [{ id: 'a', label: 'A' }], exits: [invalid] }, undefined],
  ['buttons', { buttons: [{ id: 'a', label: 'A' }], exits: [none] }, '/nodes/a/params/exits/0'],
  ['buttons', { buttons: [{ id: 'a', label: 'A', show }], exits: [none] }, undefined],
  ['buttons', { source: 'list', list: 'x', exits: [none] }, undefined],
])('[EX21] %s with %j has an exit that is never taken at %s', ([template, params, pointer]) => {
  const found = findingsOf('exit-never-taken', greeted([node('a', template, { text: '?', ...params })]));
  expect(found.map((each) => each.pointer)).toEqual(pointer === undefined ? [] : [pointer]);
});
