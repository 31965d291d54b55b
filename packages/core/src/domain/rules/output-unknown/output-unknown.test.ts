import { expect, it } from 'vitest';
import { type Ends, greeted, placesOf, violationsOf } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import type { JsonObject } from '../../json/json-value.ts';

const menu = node('menu', 'buttons', {
  text: 'Which?',
  buttons: [
    { id: 'x', label: 'X' },
    { id: 'y', label: 'Y' },
    { id: 'x', label: 'X again' },
  ],
});

it('[RU28] a connection must leave from an output that the block has', () => {
  expect(violationsOf(greeted([menu], [['menu', '$z', 'welcome']]))).toEqual([
    {
      code: 'output_unknown',
      message: 'Block "menu" has no output "$z"; it has "$x", "$y".',
      blockId: 'menu',
      connectionId: 'menu.$z--welcome',
      output: '$z',
      pointer: '/connections/menu.$z--welcome/type',
      severity: 'error',
    },
  ]);
});

it.for<readonly [JsonObject, string, readonly string[], readonly string[]]>([
  [node('a', 'chat', { text: 'Hi' }), '$success', ['$success'], ['success', '', 'true']],
  [node('a', 'yes_no', { text: 'Well?' }), 'yes and no', ['$yes', '$no'], ['$success', 'yes']],
  [menu, 'the buttons', ['$x', '$y'], ['$success', 'x']],
  [node('a', 'close', {}), 'none', [], ['$success']],
  [node('a', 'set_field', { field: 'f', value: 1 }), 'success, with no $', ['success'], ['$success']],
  [node('a', 'of_a_plugin', {}), 'any, as it is not catalogued', ['anything', '__proto__'], []],
  [node('hidden', 'hidden', {}), 'any, as it has no shape', ['$success', 'x'], []],
])('[RU28][RU9] the outputs of %j are %s', ([block, , known, unknown]) => {
  const id = String(block['id']);
  for (const output of known) expect(placesOf(greeted([block], [[id, output, 'welcome']]))).toEqual([]);
  for (const output of unknown) {
    expect(placesOf(greeted([block], [[id, output, 'welcome']]))).toEqual([
      `output_unknown /connections/${id}.${output}--welcome/type`,
    ]);
  }
});

it('[RU28] outputs are not checked when no variant matches', () => {
  const sheet = node('a', 'spreadsheets', { action: 'burn' });
  const codes = violationsOf(greeted([sheet], [['a', 'ash', 'welcome']])).map(({ code }) => code);
  expect(codes).not.toContain('output_unknown');
});

it('[RU43] two buttons may share an output', () => {
  expect(placesOf(greeted([menu], [['menu', '$x', 'welcome']]))).toEqual([]);
});

it('[RU28][RU11] many connections and many outputs of one block are checked quickly', () => {
  const ids = Array.from({ length: 20_000 }, (_, nth) => `b${nth}`);
  const many = node('menu', 'buttons', { text: 'Which?', buttons: ids.map((id) => ({ id, label: id })) });
  const connections = ids.map((id): Ends => ['menu', `$${id}`, 'welcome']);
  expect(placesOf(greeted([many], [...connections, ['menu', '$no', 'welcome']]))).toEqual([
    'param_max_items /nodes/menu/params/buttons',
    'output_unknown /connections/menu.$no--welcome/type',
  ]);
});

it.for<readonly [number, string]>([
  [0, 'none'],
  [10, '"$0", "$1", "$2", "$3", "$4", "$5", "$6", "$7", "$8", "$9"'],
  [12, '"$0", "$1", "$2", "$3", "$4", "$5", "$6", "$7", "$8", "$9" and 2 more'],
])('[RU28] of %i outputs the message names ten at most', ([count, named]) => {
  const buttons = Array.from({ length: count }, (_, nth) => ({ id: String(nth), label: String(nth) }));
  const many = node('menu', 'buttons', { text: 'Which?', buttons });
  const messages = violationsOf(greeted([many], [['menu', '$x', 'welcome']])).map(({ message }) => message);
  expect(messages).toContain(`Block "menu" has no output "$x"; it has ${named}.`);
});
