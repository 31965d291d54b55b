import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { findingsOf, pointersOf } from '../../../../test/lint-fixture.ts';
import type { JsonObject } from '../../json/json-value.ts';

const id = 'keyword-hides-answer';
const menu = node('menu', 'buttons', {
  text: 'Which?',
  buttons: [
    { id: 'a', label: 'Orders', words: ['shop'] },
    { id: 'b', label: 'Help me' },
  ],
});
const words = (text: string, match?: string, more: JsonObject = {}) =>
  node('words', 'keywords', { words: [{ id: 'x', texts: ['never', text], ...(match && { match }) }], ...more });

it.for<readonly [string, string | undefined, boolean]>([
  [' orders', undefined, true],
  ['shop', undefined, true],
  ['2', undefined, true],
  ['3', undefined, false],
  ['order', undefined, false],
  ['order', 'starts_with', true],
  ['me', 'starts_with', false],
  ['me', 'contains', true],
])('[KW15] the word %j with the match %s hides an answer of buttons: %s', ([text, match, isHidden]) => {
  const place = '/nodes/words/params/words/0/texts/1';
  expect(pointersOf(id, greeted([menu, words(text, match)]))).toEqual(isHidden ? [place] : []);
});

it('[KW15] words that count when idle hide nothing', () => {
  expect(pointersOf(id, greeted([menu, words('shop', undefined, { active: 'idle' })]))).toEqual([]);
});

it.for<readonly [string, JsonObject, string, boolean]>([
  ['yes_no', {}, 'YES', true],
  ['yes_no', {}, 'perhaps', false],
  ['rating', { max: 3 }, '3', true],
  ['rating', { max: 3 }, '4', false],
  ['rating', { min: 0 }, '0', true],
  ['buttons', { source: 'list', list: 'x' }, '20', true],
  ['buttons', { source: 'list', list: 'x' }, '21', false],
  ['cards', { cards: [{ id: 'a', title: 'Villa' }] }, 'villa', true],
  ['var_number', {}, '1', false],
  ['var_number', { exits: [{ id: 'skipped', label: 'Not now' }] }, 'not now', true],
  ['yes_no', { exits: [{ id: 'skipped', label: 'Not now' }] }, 'no', true],
])('[KW15] %s with %j has the answer %j: %s', ([template, params, text, isHidden]) => {
  const found = findingsOf(id, greeted([node('q', template, { text: '?', ...params }), words(text)]));
  expect(found).toHaveLength(isHidden ? 1 : 0);
});

it('[KW15] the message names both blocks', () => {
  expect(findingsOf(id, greeted([menu, words('SHOP')]))).toMatchObject([
    { message: 'Block "words" hears "SHOP" before it can answer "shop" of block "menu".', param: 'words' },
  ]);
});

it('[KW14] conversations begin at keywords: what follows is reached, reads Fields that are not set, and may be silent', () => {
  const diagram = greeted(
    [
      words('help'),
      node('ask', 'var_text', { text: 'Which?', quiet: true }),
      node('say', 'chat', { text: 'Hi @{answer}' }),
      node('set', 'set_field', { field: 'answer', value: 'x' }),
    ],
    [
      ['words', '$x', 'ask'],
      ['ask', '$success', 'say'],
      ['welcome', '$success', 'set'],
      ['set', 'success', 'say'],
    ],
  );
  expect(pointersOf('unreachable-block', diagram)).toEqual([]);
  expect(pointersOf('field-read-before-set', diagram)).toEqual(['/nodes/say/params/text']);
  expect(pointersOf('silent-question', diagram)).toEqual(['/nodes/ask/params/quiet']);
});

it.for([
  ['come_back', []],
  ['leave', ['/nodes/back']],
] as const)('[KW14] a go_back behind keywords that %s is reported at %j', ([afterwards, places]) => {
  const diagram = greeted(
    [words('help', undefined, { afterwards }), node('back', 'go_back', {})],
    [['words', '$x', 'back']],
  );
  expect(pointersOf('go-back-without-call', diagram)).toEqual(places);
});

it('[LI9] an output of keywords is unconnected', () => {
  const two = node('words', 'keywords', {
    words: [
      { id: 'x', texts: ['a'] },
      { id: 'y', texts: ['b'] },
    ],
  });
  const found = findingsOf('unconnected-output', greeted([two], [['words', '$y', 'welcome']]));
  expect(found.map(({ output }) => output)).toEqual(['$x']);
});
