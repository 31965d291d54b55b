import { expect, it } from 'vitest';
import { greeted, placesOf, violationsOf } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { createCatalog } from '../../blocks/catalog.ts';
import { describeBlock, param } from '../../blocks/describe-block.ts';
import type { JsonObject, JsonValue } from '../../json/json-value.ts';

it('[RU45] the format that a calendar writes must be among the accepted formats', () => {
  const date = node('a', 'var_date', { text: 'When?', format: ['%Y'], pickerFormat: 'dd/MM/yyyy' });
  expect(violationsOf(greeted([date]))).toEqual([
    {
      code: 'date_format_mismatch',
      message: 'Block "a": the calendar writes dates as dd/MM/yyyy, which no entry of "format" accepts.',
      blockId: 'a',
      param: 'format',
      pointer: '/nodes/a/params/format',
      severity: 'error',
      hint: 'Add "%d/%m/%Y" to "format".',
    },
  ]);
});

it.for<readonly [JsonValue, string, readonly string[]]>([
  [['%d/%m/%Y'], 'dd/MM/yyyy', []],
  [['%Y', '%d/%m/%Y'], 'dd/MM/yyyy', []],
  [['%D'], 'MM/dd/yy', []],
  [['%y/%m/%d'], 'yyyy/MM/dd', ['date_format_mismatch /nodes/a/params/format']],
  [[5], 'yyyy/MM/dd', ['date_format_mismatch /nodes/a/params/format']],
  ['%Y', 'yyyy/MM/dd', ['param_type /nodes/a/params/format']],
  [['%Y'], 'elsewise', ['param_enum /nodes/a/params/pickerFormat']],
])('[RU45] format %j with the calendar %s breaks %j', ([format, pickerFormat, places]) => {
  expect(placesOf(greeted([node('a', 'var_date', { text: 'When?', format, pickerFormat })]))).toEqual(places);
});

it('[RU45] the default format is %Y/%m/%d', () => {
  const ask = (pickerFormat: string) => placesOf(greeted([node('a', 'var_date', { text: 'When?', pickerFormat })]));
  expect(ask('yyyy/MM/dd')).toEqual([]);
  expect(ask('dd/MM/yy')).toEqual(['date_format_mismatch /nodes/a/params']);
});

it('[RU42] problems of list entries point at the entry', () => {
  const menu = node('menu', 'buttons', { text: 'Which?', buttons: [5, {}, { id: 7 }, { id: ' ', label: 'x' }] });
  expect(violationsOf(greeted([menu])).map(({ code, pointer, message }) => [code, pointer, message])).toEqual([
    ['param_non_empty', '/nodes/menu/params/buttons/3/id', 'Block "menu": entry 4 of "buttons" has a blank "id".'],
    [
      'param_required',
      '/nodes/menu/params/buttons/1',
      'Block "menu": entry 2 of "buttons" needs "id", which is missing.',
    ],
    ['param_type', '/nodes/menu/params/buttons/0', 'Block "menu": entry 1 of "buttons" should be an object.'],
    [
      'param_type',
      '/nodes/menu/params/buttons/2/id',
      'Block "menu": entry 3 of "buttons" should have a string as "id".',
    ],
  ]);
});

it('[RU42] the rule of a block gets the params as sent, without params of a wrong type', () => {
  const asked: JsonObject[] = [];
  const words = { title: 'Probe', description: 'A block of a host.', group: 'host' };
  const described = { description: 'What the probe reads.' };
  const probe = describeBlock({
    ...words,
    name: 'probe',
    template: 'probe',
    variants: [{ params: [param('count', 'integer', described), param('text', 'string', described)], outputs: [] }],
    check: (params) => {
      asked.push(params);
      return [{ code: 'of_the_host', message: 'is odd.', param: 'text', hint: 'Do not.' }];
    },
  });
  const params = JSON.parse('{"count": "three", "text": "x", "__proto__": 1, "more": null}') as JsonObject;
  const diagram = greeted([node('a', 'probe', params), node('b', 'probe', { count: 3 })]);
  expect(violationsOf(diagram, { catalog: createCatalog([probe]) })).toEqual([
    {
      code: 'of_the_host',
      message: 'Block "a": is odd.',
      blockId: 'a',
      param: 'text',
      pointer: '/nodes/a/params/text',
      severity: 'error',
      hint: 'Do not.',
    },
    expect.objectContaining({ code: 'param_type', param: 'count' }),
    expect.objectContaining({ code: 'of_the_host', blockId: 'b', pointer: '/nodes/b/params' }),
  ]);
  expect(asked.map((one) => Object.entries(one))).toEqual([
    [
      ['version', 3],
      ['text', 'x'],
      ['__proto__', 1],
      ['more', null],
    ],
    [
      ['version', 3],
      ['count', 3],
    ],
  ]);
});

it.for<readonly [string, JsonObject, readonly string[]]>([
  ['var_text', { variations: ['Well?'], errorTexts: ['No.', ''] }, []],
  ['var_text', { variations: ['Well?', 5] }, ['param_type /nodes/a/params/variations/1']],
  ['yes_no', { errorTexts: [null, 'No.'] }, ['param_type /nodes/a/params/errorTexts/0']],
  ['chat', { variations: [{}] }, ['param_type /nodes/a/params/variations/0']],
  ['opening', { variations: 'Hi' }, ['param_type /nodes/a/params/variations']],
  ['var_text', { errorTexts: Array(11).fill('No.') }, ['param_max_items /nodes/a/params/errorTexts']],
])('[QN10] the list of texts of %s with %j', ([template, params, places]) => {
  expect(placesOf(greeted([node('a', template, { text: '?', ...params })]))).toEqual(places);
});

it('[QN15] a question that may be skipped needs a Field', () => {
  const ask = (params: JsonObject) => violationsOf(greeted([node('a', 'var_text', { text: '?', ...params })]));
  expect(ask({ skipIfSet: true })).toEqual([
    {
      code: 'param_required',
      message: 'Block "a": "skipIfSet" needs "destination", which is missing.',
      blockId: 'a',
      param: 'destination',
      pointer: '/nodes/a/params',
      severity: 'error',
    },
  ]);
  expect(ask({ skipIfSet: true, destination: 'name' })).toEqual([]);
  expect(ask({ skipIfSet: false })).toEqual([]);
});

it('[QN6] a quiet question needs no text, and its text is not checked', () => {
  const ask = (params: JsonObject) => placesOf(greeted([node('a', 'var_text', params)]));
  expect(ask({ quiet: true })).toEqual([]);
  expect(ask({ quiet: true, text: '' })).toEqual([]);
  expect(ask({ quiet: false })).toEqual(['param_required /nodes/a/params']);
  expect(ask({})).toEqual(['param_required /nodes/a/params']);
});
