import { expect, it } from 'vitest';
import { greeted, placesOf, violationsOf } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';

const blocks = [
  node('a', 'var_text', { text: 'A?' }),
  node('b', 'var_text', { text: 'B?' }),
  node('plugin', 'of_a_plugin', {}),
];

it('[RU29] every connection from an output after the first is reported', () => {
  const diagram = greeted(blocks, [
    ['welcome', '$success', 'a'],
    ['a', '$success', 'b'],
    ['welcome', '$success', 'b'],
    ['welcome', '$success', 'welcome'],
  ]);
  expect(violationsOf(diagram)).toEqual([
    {
      code: 'output_connected_twice',
      message: 'Connection "welcome.$success--b" leaves block "welcome" by "$success", which is connected already.',
      blockId: 'welcome',
      connectionId: 'welcome.$success--b',
      output: '$success',
      pointer: '/connections/welcome.$success--b/type',
      severity: 'error',
    },
    expect.objectContaining({ code: 'output_connected_twice', connectionId: 'welcome.$success--welcome' }),
  ]);
});

it('[RU29] different outputs of one block may lead to the same block', () => {
  const question = node('q', 'yes_no', { text: 'Well?' });
  expect(
    placesOf(
      greeted(
        [...blocks, question],
        [
          ['q', '$yes', 'a'],
          ['q', '$no', 'a'],
        ],
      ),
    ),
  ).toEqual([]);
});

it('[RU9][RU29] the outputs of a block that is not catalogued are not checked', () => {
  expect(
    placesOf(
      greeted(blocks, [
        ['plugin', 'x', 'a'],
        ['plugin', 'x', 'b'],
      ]),
    ),
  ).toEqual([]);
});
