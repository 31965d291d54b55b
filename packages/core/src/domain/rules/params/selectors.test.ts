import { expect, it } from 'vitest';
import { greeted, placesOf, violationsOf } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { createCatalog } from '../../blocks/catalog.ts';
import { describeBlock, param } from '../../blocks/describe-block.ts';
import type { JsonObject } from '../../json/json-value.ts';

const sheet = { auth_id: 'a1', spreadsheet_id: 's1', sheet_name: 'Orders' };

it.for<readonly [JsonObject, readonly string[]]>([
  [{ ...sheet, action: 'insert_row' }, []],
  [{ ...sheet, action: 'get_row' }, ['param_required /nodes/a/params']],
  [{ ...sheet, action: 'burn' }, ['param_enum /nodes/a/params/action']],
  [{ ...sheet, action: 5 }, ['param_type /nodes/a/params/action']],
  [sheet, ['param_required /nodes/a/params']],
  [
    { action: 'burn', auth_id: 7 },
    [
      'param_enum /nodes/a/params/action',
      'param_required /nodes/a/params',
      'param_required /nodes/a/params',
      'param_type /nodes/a/params/auth_id',
    ],
  ],
])('[RU41] with the params %j a spreadsheets block breaks %j', ([params, places]) => {
  expect(placesOf(greeted([node('a', 'spreadsheets', params)]))).toEqual(places);
});

const plain = { description: 'What picks the shape.' };
const twofold = createCatalog([
  describeBlock({
    name: 'twofold',
    template: 'twofold',
    title: 'Twofold',
    description: 'A block of a host.',
    group: 'host',
    variants: [
      {
        selector: [
          { param: 'color', values: ['red'] },
          { param: 'size', values: [1] },
        ],
        params: [param('color', 'string', plain), param('size', 'integer', plain)],
        outputs: [],
      },
      {
        selector: [
          { param: 'color', values: ['blue'] },
          { param: 'size', values: [2] },
        ],
        params: [param('color', 'string', plain), param('size', 'integer', plain)],
        outputs: [],
      },
    ],
  }),
]);

it.for<readonly [JsonObject, string, string, string]>([
  [{ color: 'red', size: 3 }, 'size', '/nodes/a/params/size', '"size" should be one of 1, 2, but is 3.'],
  [{ color: 'red' }, 'size', '/nodes/a/params', '"size" should be one of 1, 2, but is missing.'],
  [
    { color: 'red', size: 2 },
    'color',
    '/nodes/a/params/color',
    '"color" should be one of "red", "blue", but is "red".',
  ],
])('[RU41] no shape takes %j, and "%s" is reported', ([params, name, pointer, message]) => {
  expect(violationsOf(greeted([node('a', 'twofold', params)]), { catalog: twofold })).toEqual([
    { code: 'param_enum', message: `Block "a": ${message}`, blockId: 'a', param: name, pointer, severity: 'error' },
  ]);
});
