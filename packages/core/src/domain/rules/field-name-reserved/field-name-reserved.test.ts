import { expect, it } from 'vitest';
import { greeted, violationsOf } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import type { JsonObject } from '../../json/json-value.ts';

const reserved = [
  'id',
  'agent_id',
  'archived',
  'opt_in',
  'register_date',
  'channel_id',
  'unread',
  'last_message_at',
  'token',
  'is_external',
];

const placesOf = (template: string, params: JsonObject) =>
  violationsOf(greeted([node('a', template, params)]))
    .filter(({ code }) => code === 'field_name_reserved')
    .map(({ pointer }) => pointer);

it('[RU57] a Field that is named like a key of the customer is reported with its pointer', () => {
  expect(violationsOf(greeted([node('a', 'var_text', { text: 'Hi', destination: 'token' })]))).toEqual([
    {
      code: 'field_name_reserved',
      message: 'Block "a": "destination" should name a Field, but "token" is a key of the customer itself.',
      blockId: 'a',
      param: 'destination',
      pointer: '/nodes/a/params/destination',
      severity: 'error',
      hint: 'Choose another name: no text could read what is saved under this one.',
    },
  ]);
});

it.for(reserved)('[RU57] %s is reserved', (destination) => {
  expect(placesOf('yes_no', { text: 'Well?', destination })).toEqual(['/nodes/a/params/destination']);
});

it.for(['name', 'email', 'phone', 'ID', ' id', 'ids', '', '__proto__', 'constructor'])(
  '[RU57] %j is accepted as a Field to save in',
  (destination) => {
    expect(placesOf('yes_no', { text: 'Well?', destination })).toEqual([]);
  },
);

it.for(['#last', '#transcript'])('[LM25] %s is reserved', (destination) => {
  const [found] = violationsOf(greeted([node('a', 'yes_no', { text: 'Well?', destination })]));
  expect([found?.code, found?.message]).toEqual([
    'field_name_reserved',
    `Block "a": "destination" should name a Field, but "${destination}" is a text of the conversation.`,
  ]);
});

const row = { auth_id: 'x', spreadsheet_id: 's', sheet_name: 't', reference: { selectorValue: 1, value: 'id' } };
const cells = { selectors: [{ selectorValue: 1, value: 'kept' }, { selectorValue: 2, value: '@{id}' }, 5] };

it.for<readonly [string, JsonObject, readonly string[]]>([
  ['buttons', { text: 'Which?', buttons: [{ id: 'a', label: 'A' }], destination: 'id' }, ['/destination']],
  ['formulas', { expression: '1', destination: 'id' }, ['/destination']],
  ['set_field', { field: 'id', value: 'x' }, ['/field']],
  ['set_field', { field: 'id', action: 'SET', value: 'x' }, ['/field']],
  ['set_field', { field: 'id', action: 'UNSET' }, []],
  [
    'webhook',
    {
      url: 'https://a.test',
      destination: 'id',
      saves: [
        { path: '/a', destination: 'a' },
        { path: '/b', destination: 'unread' },
      ],
    },
    ['/destination', '/saves/1/destination'],
  ],
  ['spreadsheets', { ...row, ...cells, action: 'get_row' }, ['/selectors/1/value']],
  ['spreadsheets', { ...row, ...cells, action: 'update_row' }, []],
  ['chat', { text: 'Hi', destination: 'id' }, []],
  ['of_a_plugin', { destination: 'id' }, []],
])('[RU57] %s with %j', ([template, params, places]) => {
  expect(placesOf(template, params)).toEqual(places.map((place) => `/nodes/a/params${place}`));
});
