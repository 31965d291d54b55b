import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { findingsOf } from '../../../../test/lint-fixture.ts';
import type { JsonObject } from '../../json/json-value.ts';

const show = { conditions: [{ field: 'x', operator: 'is_set' }] };

it.for<readonly [string, JsonObject, string | undefined]>([
  ['buttons', { buttons: [{ id: 'a', label: 'A' }] }, undefined],
  [
    'buttons',
    {
      buttons: [
        { id: 'a', label: 'A', show },
        { id: 'b', label: 'B' },
      ],
    },
    undefined,
  ],
  ['buttons', { buttons: [{ id: 'a', label: 'A', show }] }, '/nodes/a/params/buttons'],
  ['var_choices', { choices: [{ id: 'a', label: 'A', show }] }, '/nodes/a/params/choices'],
  ['cards', { cards: [{ id: 'a', title: 'A', show }] }, '/nodes/a/params/cards'],
  ['buttons', { source: 'list', list: 'x' }, '/nodes/a/params/list'],
  ['buttons', { source: 'list', list: 'x', exits: [{ id: 'none' }] }, undefined],
  ['buttons', { source: 'list', list: 'x', exits: [{ id: 'skipped', label: 'Skip' }] }, '/nodes/a/params/list'],
  ['var_choices', { source: 'list', list: 'x' }, '/nodes/a/params/list'],
  ['buttons', { source: 'elsewhere', buttons: [] }, undefined],
  ['buttons', { buttons: [] }, undefined],
  ['yes_no', {}, undefined],
])('[CX13][EX20] %s with %j may have nothing to offer at %s', ([template, params, pointer]) => {
  const found = findingsOf('may-be-empty', greeted([node('a', template, { text: '?', ...params })]));
  expect(found.map((each) => each.pointer)).toEqual(pointer === undefined ? [] : [pointer]);
});
