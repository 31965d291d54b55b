import { expect, it } from 'vitest';
import { type Ends, greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { findingsOf, pointersOf } from '../../../../test/lint-fixture.ts';
import type { JsonObject } from '../../json/json-value.ts';

const id = 'silent-question';
const quiet = (key: string, params: JsonObject = {}) => node(key, 'var_text', { quiet: true, ...params });
const path = (...keys: readonly string[]): Ends[] =>
  ['welcome', ...keys].slice(0, -1).map((key, nth) => [key, '$success', keys[nth] ?? '']);

it('[QN4] a quiet question after an answer is reported', () => {
  expect(findingsOf(id, greeted([quiet('a')], path('a')))).toEqual([
    {
      code: id,
      message: 'Block "a" asks without words, and a path leads there on which nothing was said.',
      blockId: 'a',
      param: 'quiet',
      pointer: '/nodes/a/params/quiet',
      severity: 'warning',
      hint: 'Say the question in a block before it, or give this one a text.',
    },
  ]);
});

it.for<readonly [string, string, JsonObject, boolean]>([
  ['a text', 'chat', { text: 'Where do you live?' }, false],
  ['a picture', 'media', { url: 'https://a.test/a.png', media_type: 'image' }, false],
  ['an opening with a text', 'opening', { text: 'Hi' }, false],
  ['an opening with other wordings', 'opening', { variations: ['Hi'] }, false],
  ['an empty opening', 'opening', { text: ' ' }, true],
  ['a webhook', 'webhook', { url: 'https://a.test' }, true],
  ['a Field', 'set_field', { field: 'a', value: 'b' }, true],
  ['an assistant, which may say something', 'ai_agent', { outputs: [{ id: 'x' }], assistantId: '1' }, false],
  ['a block outside the catalog', 'of_a_plugin', {}, false],
  ['a quiet question', 'var_text', { quiet: true }, true],
  ['a question, whose answer is the last word', 'var_text', { text: 'Well?' }, true],
])('[QN4][QN5] a quiet question after %s', ([, template, params, isSilent]) => {
  const diagram = greeted([node('between', template, params), quiet('a')], path('between', 'a'));
  expect(pointersOf(id, diagram).includes('/nodes/a/params/quiet')).toBe(isSilent);
});

it.for<readonly [string, boolean, boolean]>([
  ['$success', false, true],
  ['$timeout', false, false],
  ['$timeout', true, true],
  ['$none', false, true],
])('[EX22] after %s of a question that is quiet: %j, it is silent: %j', ([output, isQuiet, isSilent]) => {
  const exits = [{ id: 'timeout', seconds: 60 }, { id: 'none' }];
  const between = node('between', 'var_choices', { text: '?', quiet: isQuiet, source: 'list', list: 'x', exits });
  const diagram = greeted(
    [between, quiet('a')],
    [
      ['welcome', '$success', 'between'],
      ['between', output, 'a'],
    ],
  );
  expect(pointersOf(id, diagram).includes('/nodes/a/params/quiet')).toBe(isSilent);
});

it('[EX22] an exit none after something was said is not silent', () => {
  const between = node('between', 'buttons', { text: '?', source: 'list', list: 'x', exits: [{ id: 'none' }] });
  const diagram = greeted(
    [node('said', 'chat', { text: 'Your town?' }), between, quiet('a')],
    [
      ['welcome', '$success', 'said'],
      ['said', '$success', 'between'],
      ['between', '$none', 'a'],
    ],
  );
  expect(pointersOf(id, diagram)).toEqual([]);
});

it('[QN4] one silent path among others is enough', () => {
  const blocks = [
    node('if', 'conditions', { conditions: [{ field: 'f', operator: 'is_set' }] }),
    node('say', 'chat', { text: 'Where do you live?' }),
    quiet('a'),
  ];
  const said: Ends[] = [
    ['welcome', '$success', 'if'],
    ['if', 'true', 'say'],
    ['say', '$success', 'a'],
  ];
  expect(pointersOf(id, greeted(blocks, said))).toEqual([]);
  expect(pointersOf(id, greeted(blocks, [...said, ['if', 'false', 'a']]))).toEqual(['/nodes/a/params/quiet']);
});

it('[QN4] a quiet greeting of another family is reported', () => {
  const found = findingsOf(id, greeted([quiet('bot_start')]), { channelFamily: 'apichat' });
  expect(found.map(({ pointer }) => pointer)).toEqual(['/nodes/bot_start/params/quiet']);
});
