import { expect, it } from 'vitest';
import { type Ends, greeted } from '../../../../test/check-fixture.ts';
import { diagramOf, node } from '../../../../test/diagram-fixture.ts';
import { pointersOf } from '../../../../test/lint-fixture.ts';
import type { JsonObject } from '../../json/json-value.ts';

const id = 'unreachable-block';
const blocks = ['a', 'b', 'c'].map((one) => node(one, 'chat', { text: 'Hi' }));

it.for<readonly [string, readonly Ends[], readonly string[]]>([
  ['nothing', [], ['/nodes/a', '/nodes/b', '/nodes/c']],
  ['the greeting', [['welcome', '$success', 'a']], ['/nodes/b', '/nodes/c']],
  [
    'a path',
    [
      ['b', '$success', 'c'],
      ['a', '$success', 'b'],
      ['welcome', '$success', 'a'],
    ],
    [],
  ],
  [
    'a cycle of their own',
    [
      ['a', '$success', 'b'],
      ['b', '$success', 'a'],
      ['c', '$success', 'c'],
    ],
    ['/nodes/a', '/nodes/b', '/nodes/c'],
  ],
  ['a stored connection from the start', [['hidden', '$success', 'c']], ['/nodes/a', '/nodes/b']],
  ['an output that nothing has', [['welcome', 'no such', 'a']], ['/nodes/b', '/nodes/c']],
])('[LI6] reached by %s', ([, connections, pointers]) => {
  expect(pointersOf(id, greeted(blocks, connections))).toEqual(pointers);
});

it('[LI6] the greeting slot of the family is an entry point, that of another is not', () => {
  expect(pointersOf(id, greeted([node('bot_start', 'chat', { text: 'Hi' })]))).toEqual(['/nodes/bot_start']);
  expect(pointersOf(id, greeted([node('bot_start', 'chat', { text: 'Hi' })]), { channelFamily: 'apichat' })).toEqual([
    '/nodes/welcome',
  ]);
});

it('[LI6] a block that other bots jump to is an entry point', () => {
  const connections: Ends[] = [['a', '$success', 'b']];
  expect(pointersOf(id, greeted(blocks, connections), { entryBlocks: new Set(['a', 'gone']) })).toEqual(['/nodes/c']);
});

it('[LI6] a path goes through a malformed entry', () => {
  const clean = greeted(blocks, [
    ['welcome', '$success', 'odd'],
    ['odd', '$success', 'a'],
  ]);
  expect(pointersOf(id, { ...clean, nodes: { ...clean.nodes, odd: 5 } })).toEqual(['/nodes/b', '/nodes/c']);
});

it('[LI7] in a diagram without a greeting no block is reported', () => {
  expect(pointersOf(id, diagramOf(blocks))).toEqual([]);
});

it('[LI6] a path goes through jumps within the bot, and not through jumps to other bots', () => {
  const jump = (name: string, params: JsonObject) => node(name, 'bot_link', params);
  const diagram = greeted(
    [...blocks, jump('here', { bot: 7, node: ' b ' }), jump('away', { bot: 8, node: 'c' })],
    [
      ['welcome', '$success', 'here'],
      ['b', '$success', 'away'],
    ],
  );
  expect(pointersOf(id, diagram, { bot: { number: 7 } })).toEqual(['/nodes/a', '/nodes/c']);
  expect(pointersOf(id, diagram, { bot: { number: 8 } })).toEqual(['/nodes/a', '/nodes/b', '/nodes/c', '/nodes/away']);
});
