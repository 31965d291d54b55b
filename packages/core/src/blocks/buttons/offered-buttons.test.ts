import { describe, expect, it } from 'vitest';
import { greeted, violationsOf } from '../../../test/check-fixture.ts';
import { node } from '../../../test/diagram-fixture.ts';
import { findingsOf } from '../../../test/lint-fixture.ts';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { seen } from '../../../test/runner/talk.ts';
import type { Fields } from '../../domain/field/field.ts';
import type { JsonObject, JsonValue } from '../../domain/json/json-value.ts';

const plan = (value: string) => ({ conditions: [{ field: 'plan', operator: 'is', value }] });

const menu = {
  text: 'What?',
  destination: 'topic',
  buttons: [
    { id: 'buy', label: 'An order', value: 7, words: ['Shop', 'price list'] },
    { id: 'help', label: 'Help for @{plan}', value: 'help-@{plan}', show: plan('gold') },
    { id: 'odd', label: 'Odd', show: { match: 'any', ...plan('tin') }, words: ['odd'] },
    { id: 'none', label: 'Shop', value: null },
  ],
};

const gold: Fields = { plan: { type: 'string', value: 'gold' } };

describe('the entries of buttons', () => {
  it.for<readonly [Fields, string]>([
    [{}, 'What? [An order|Shop]'],
    [gold, 'What? [An order|Help for gold|Shop]'],
  ])('[CX6] with the Fields %j are offered when their conditions hold', ([fields, shown]) => {
    expect(seen(talkToBlock('buttons', menu, { fields }).start())).toEqual([shown]);
  });

  it('[CX6] numbers and labels are of the offered ones', () => {
    const talk = talkToBlock('buttons', menu);
    talk.start();
    expect([seen(talk.press('$help')), seen(talk.say('odd')), seen(talk.say('2'))]).toEqual([
      ['What? [An order|Shop]'],
      ['What? [An order|Shop]'],
      ['$none'],
    ]);
  });

  it('[CX6][RN68] without one left, the conversation ends with an error', () => {
    const buttons = [{ id: 'a', label: 'A', show: plan('tin') }];
    expect(seen(talkToBlock('buttons', { text: '?', buttons }).start())).toEqual(['(param_unusable)']);
  });

  it('[CX6] their conditions do not appear in the trace', () => {
    const talk = talkToBlock('buttons', menu, { fields: gold });
    expect(seen(talk.start())).toHaveLength(1);
  });

  it.for<readonly [string, string, JsonValue, string]>([
    ['an order', '$buy', 7, 'integer'],
    ['help for gold', '$help', 'help-gold', 'string'],
    ['shop', '$none', 'Shop', 'string'],
    ['PRICE  list', '$buy', 7, 'integer'],
  ])('[CX7][CX9] after %j the conversation leaves by %s and saves %j', ([typed, output, value, type]) => {
    const talk = talkToBlock('buttons', menu, { fields: gold });
    talk.start();
    expect([seen(talk.say(typed)), talk.fields()['topic']]).toEqual([[output], { type, value }]);
  });
});

const problemsOf = (...entries: JsonValue[]) => {
  const diagram = greeted([node('menu', 'buttons', { text: 'Which?', buttons: entries })]);
  return violationsOf(diagram).map(
    ({ code, pointer }) => `${code} ${pointer.replace('/nodes/menu/params/buttons/', '')}`,
  );
};

it.for<readonly [JsonValue, readonly string[]]>([
  [[], []],
  [['a', 'A b'], []],
  ['a', ['param_type 0/words']],
  [Array(21).fill('x'), ['param_max_items 0/words']],
  [['a', 7], ['param_type 0/words/1']],
  [[' \u200b'], ['param_non_empty 0/words/0']],
])('[CX8] the words %j break %j', ([words, problems]) => {
  expect(problemsOf({ id: 'a', label: 'A', words })).toEqual(problems);
});

it('[CX8] one word for two entries is an error, whatever its case', () => {
  const entries = [['Yes', 'yes '], ['no'], ['NO', 'YES']].map((words, at) => ({ id: `b${at}`, label: 'x', words }));
  expect(problemsOf(...entries)).toEqual(['keyword_taken 2/words/0']);
});

it.for<readonly [JsonValue, readonly string[]]>([
  [plan('gold'), []],
  [{ match: 'any', ...plan('gold') }, []],
  ['always', ['param_type 0/show']],
  [{}, ['param_type 0/show/conditions']],
  [{ conditions: [] }, ['param_min_items 0/show/conditions']],
  [{ ...plan('gold'), match: 'some' }, ['param_enum 0/show/match']],
  [{ conditions: [{ field: 'x', operator: 'looks' }] }, ['param_enum 0/show/conditions/0/operator']],
  [{ conditions: [{ operator: 'is' }] }, ['param_required 0/show/conditions/0']],
])('[CX6] the condition %j breaks %j', ([show, problems]) => {
  expect(problemsOf({ id: 'a', label: 'A', show })).toEqual(problems);
});

it('[CX6][CX10] reads the Fields of conditions, and needs the list', () => {
  const fieldsRead = (params: JsonObject) => {
    const blocks = [
      node('menu', 'buttons', { text: '?', ...params }),
      ...['plan', 'towns'].map((field) => node(field, 'set_field', { field, value: ['x'] })),
    ];
    return findingsOf('field-read-before-set', greeted(blocks, [['welcome', '$success', 'menu']])).length;
  };
  expect([fieldsRead({ buttons: menu.buttons.slice(2, 3) }), fieldsRead({ source: 'list', list: 'towns' })]).toEqual([
    0, 1,
  ]);
  const used = greeted([node('menu', 'buttons', { text: '?', destination: 'plan', buttons: menu.buttons })]);
  expect(findingsOf('unused-field', used)).toEqual([]);
});

const towns = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ 'a/b': [{ name: `Town ${at + 1}`, id: at + 1 }] }));
const ofTowns = { text: 'Where?', source: 'list', list: 'towns', labelPath: '/a~1b/0/name', destination: 'town' };
const withTowns = (value: JsonValue, params: object = {}) =>
  talkToBlock('buttons', { ...ofTowns, ...params }, { fields: { towns: { type: 'array', value } } });

describe('buttons for the entries of a Field', () => {
  it.for<readonly [JsonValue, object, string]>([
    [['a', 2, true, null, '  ', { x: 1 }], { labelPath: '' }, 'Where? [a|2|true|{"x":1}]'],
    [['a'], { labelPath: '/name' }, '(param_unusable)'],
    [['a'], { labelPath: 'name' }, '(param_unusable)'],
    [['a'], { labelPath: '', valuePath: '~' }, '(param_unusable)'],
    [[], {}, '(param_unusable)'],
    ['a', { labelPath: '' }, '(param_unusable)'],
    [['a'], { labelPath: '', list: '@{towns}' }, 'Where? [a]'],
    [['a'], { labelPath: '', list: 'villages' }, '(param_unusable)'],
    [towns(2), {}, 'Where? [Town 1|Town 2]'],
  ])('[CX10][CX11] of %j with %j are %s', ([list, params, shown]) => {
    expect(seen(withTowns(list, params).start())).toEqual([shown]);
  });

  it.for<readonly [object, string, JsonValue]>([
    [{}, '2', towns(2)[1] as JsonValue],
    [{ valuePath: '/a~1b/0/id' }, 'town 2', 2],
    [{ valuePath: '/nothing' }, 'Town 2', 'Town 2'],
  ])('[CX10] with %j are left by $item and save the value', ([params, typed, value]) => {
    const talk = withTowns(towns(2), params);
    talk.start();
    expect([seen(talk.say(typed)), talk.fields()['town']?.value]).toEqual([['$item'], value]);
  });

  it('[CX12] are offered in pages of 20, of the first 100', () => {
    const talk = withTowns(towns(130), { moreLabel: 'More' });
    const pages = [talk.start(), ...Array.from({ length: 5 }, () => talk.say('more'))].map(
      ({ messages }) => messages[0],
    );
    const ends = pages.map((page) =>
      page?.type === 'dialog' ? [page.buttons[0], page.buttons.at(-2), page.payloads.at(-1)] : [],
    );
    expect(ends).toEqual([
      ['Town 1', 'Town 20', '$more:2'],
      ['Town 21', 'Town 40', '$more:3'],
      ['Town 41', 'Town 60', '$more:4'],
      ['Town 61', 'Town 80', '$more:5'],
      ['Town 81', 'Town 100', '$more:1'],
      ['Town 1', 'Town 20', '$more:2'],
    ]);
  });

  it.for(['$more:2', '21', '…', '...'])(
    '[CX12] the next page comes after %j, and stays after a wrong answer',
    (given) => {
      const talk = withTowns(towns(25), { errorText: 'Which?', valuePath: '/a~1b/0/id', moreLabel: ' ' });
      talk.start();
      const next = given.startsWith('$') ? talk.press(given) : talk.say(given);
      expect(seen(next)).toEqual(['Where? [Town 21|Town 22|Town 23|Town 24|Town 25|…]']);
      expect(seen(talk.say('nowhere'))).toEqual(['Which? [Town 21|Town 22|Town 23|Town 24|Town 25|…]']);
      expect([seen(talk.say('2')), talk.fields()['town']?.value]).toEqual([['$item'], 22]);
    },
  );

  it('[CX12] an entry of another page can be typed and pressed', () => {
    const answers = (give: (talk: ReturnType<typeof withTowns>) => unknown) => {
      const talk = withTowns(towns(25), { valuePath: '/a~1b/0/id' });
      talk.start();
      give(talk);
      return talk.fields()['town']?.value;
    };
    expect([answers((talk) => talk.say('town 24')), answers((talk) => talk.press('$item:23'))]).toEqual([24, 23]);
  });
});

it('[CX7][CX10] values of other types keep no lint from counting with them', () => {
  const compute = (params: object) =>
    findingsOf(
      'text-in-arithmetic',
      greeted(
        [
          node('menu', 'buttons', { text: '?', destination: 'n', ...params }),
          node('sum', 'formulas', { expression: 'n + 1' }),
        ],
        [['welcome', '$success', 'menu']],
      ),
    ).length;
  const label = { id: 'a', label: '1' };
  expect([
    compute({ buttons: [label] }),
    compute({ buttons: [{ ...label, value: 1 }] }),
    compute({ source: 'list', list: 'x' }),
  ]).toEqual([1, 0, 0]);
});
