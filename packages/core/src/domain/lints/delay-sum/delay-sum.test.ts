import { expect, it } from 'vitest';
import { type Ends, greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { findingsOf, pointersOf } from '../../../../test/lint-fixture.ts';
import type { JsonObject } from '../../json/json-value.ts';

const id = 'delay-sum';
const wait = (key: string, seconds: number) => node(key, 'wait', { seconds });
const path = (...keys: readonly string[]): Ends[] =>
  ['welcome', ...keys].slice(0, -1).map((key, nth) => [key, '$success', keys[nth] ?? '']);

it('[WT41] the wait is reported with which a silence takes more than 20 seconds', () => {
  expect(findingsOf(id, greeted([wait('a', 15), wait('b', 5.1)], path('a', 'b')))).toEqual([
    {
      code: id,
      message: 'When block "b" ends, the bot may have said nothing for more than 20 seconds.',
      blockId: 'b',
      pointer: '/nodes/b',
      severity: 'warning',
      hint: 'Shorten a wait on the way, or say something between two waits.',
    },
  ]);
});

it.for<readonly [readonly number[], readonly string[]]>([
  [[20], []],
  [[20.1], ['/nodes/w0']],
  [[10, 10], []],
  [[10, 5, 5, 0.1], ['/nodes/w3']],
  [
    [15, 15, 1],
    ['/nodes/w1', '/nodes/w2'],
  ],
  [[20, 26, 20], []],
  [[20, 60], []],
  [[15, -5, 15], []],
])('[WT41][WT42] waits of %j seconds in a row: %j', ([seconds, pointers]) => {
  const waits = seconds.map((each, nth) => wait(`w${nth}`, each));
  expect(pointersOf(id, greeted(waits, path(...waits.keys().map((nth) => `w${nth}`))))).toEqual(pointers);
});

it.for<readonly [string, string, JsonObject, boolean]>([
  ['a text', 'chat', { text: 'One moment.' }, false],
  ['a Field', 'set_field', { field: 'a', value: 'b' }, true],
  ['a webhook', 'webhook', { url: 'https://a.test' }, true],
  ['a switch', 'switch', { cases: [] }, true],
  ['a question', 'var_text', { text: 'Well?' }, false],
  ['a block outside the catalog', 'of_a_plugin', {}, false],
])('[WT41][WT42] two waits with %s between them', ([, template, params, isSilent]) => {
  const ends = path('a', 'between', 'b').map(
    ([from, output, to]): Ends => [from, from === 'between' && template === 'switch' ? '$else' : output, to],
  );
  const diagram = greeted([wait('a', 15), node('between', template, params), wait('b', 15)], ends);
  expect(pointersOf(id, diagram)).toEqual(isSilent ? ['/nodes/b'] : []);
});

it('[WT41] the longest of several paths counts, and a loop of waits is a long silence', () => {
  const twoWays: Ends[] = [
    ['welcome', '$success', 'if'],
    ['if', 'true', 'a'],
    ['if', 'false', 'b'],
    ['a', '$success', 'b'],
  ];
  const choice = node('if', 'conditions', { conditions: [{ field: 'f', operator: 'is_set' }] });
  expect(pointersOf(id, greeted([choice, wait('b', 15), wait('a', 15)], twoWays))).toEqual(['/nodes/b']);
  const loop: Ends[] = [...path('a', 'b'), ['b', '$success', 'a']];
  expect(pointersOf(id, greeted([wait('a', 0.1), wait('b', 0.1)], loop))).toEqual(['/nodes/a', '/nodes/b']);
});

it('[WT42] the sum begins anew when the visitor interrupts a wait', () => {
  const first = node('a', 'wait', { seconds: 15, exits: [{ id: 'interrupted' }] });
  const ends = (output: string): Ends[] => [
    ['welcome', '$success', 'a'],
    ['a', output, 'b'],
  ];
  expect(pointersOf(id, greeted([first, wait('b', 15)], ends('$interrupted')))).toEqual([]);
  expect(pointersOf(id, greeted([first, wait('b', 15)], ends('$success')))).toEqual(['/nodes/b']);
});
