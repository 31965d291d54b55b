import { expect, it } from 'vitest';
import { type Ends, greeted, placesOf, violationsOf } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';

const say = (id: string) => node(id, 'chat', { text: 'Hi' });
const ask = (id: string) => node(id, 'var_text', { text: 'Well?' });
const plugin = (id: string) => node(id, 'of_a_plugin', {});
const ring = (...ids: readonly string[]): Ends[] =>
  ids.map((id, nth) => [id, '$success', ids[(nth + 1) % ids.length] ?? id]);

it('[RU51] a cycle in which nothing waits is reported once, at its first block', () => {
  expect(violationsOf(greeted([say('b'), say('a'), say('c')], ring('a', 'b', 'c')))).toEqual([
    {
      code: 'endless_loop',
      message: 'Blocks "b", "a", "c" lead to one another, and none of them waits for the visitor.',
      blockId: 'b',
      pointer: '/nodes/b',
      severity: 'error',
      hint: 'Put a block that waits for the visitor into the loop, or remove a connection or a jump of it.',
    },
  ]);
});

it('[RU51] a block that leads to itself is reported', () => {
  expect(violationsOf(greeted([say('a')], ring('a')))).toEqual([
    expect.objectContaining({
      code: 'endless_loop',
      blockId: 'a',
      message: 'Block "a" leads to itself and does not wait.',
    }),
  ]);
});

it('[RU51] cycles that share a block are one group', () => {
  const switchboard = node('s', 'conditions', { conditions: [{ field: 'f', operator: 'is_set' }] });
  const connections: Ends[] = [
    ['s', 'true', 'a'],
    ['a', '$success', 's'],
    ['s', 'false', 'b'],
    ['b', '$success', 's'],
  ];
  expect(placesOf(greeted([say('a'), say('b'), switchboard], connections))).toEqual(['endless_loop /nodes/a']);
});

it('[RU51] separate cycles are reported separately', () => {
  const blocks = ['a', 'b', 'c', 'd'].map(say);
  expect(placesOf(greeted(blocks, [...ring('d', 'b'), ...ring('c', 'a')]))).toEqual([
    'endless_loop /nodes/a',
    'endless_loop /nodes/b',
  ]);
});

it.for([
  ['a block that waits', [say('a'), ask('b')], 'RU51'],
  ['a block that is not catalogued', [say('a'), plugin('b')], 'RU52'],
] as const)('[RU51][RU52] a cycle through %s is not reported', ([, blocks]) => {
  expect(placesOf(greeted(blocks, ring('a', 'b')))).toEqual([]);
});

it('[RU52] a cycle through a malformed entry is not checked', () => {
  const clean = greeted([say('a')], ring('a', 'b'));
  expect(placesOf({ ...clean, nodes: { ...clean.nodes, b: 5 } })).toEqual(['node_malformed /nodes/b']);
});

it('[RU51] blocks that only lead to a cycle are not part of it', () => {
  const blocks = ['before', 'a', 'b', 'after'].map(say);
  const [found] = violationsOf(greeted(blocks, [['before', '$success', 'a'], ...ring('a', 'b')]));
  expect(found?.message).toBe('Blocks "a", "b" lead to one another, and none of them waits for the visitor.');
});

it('[RU53] the implied connection from the start point to the greeting closes a cycle', () => {
  const context = { channelFamily: 'apichat' };
  const back: Ends = ['bot_start', '$success', 'hidden'];
  expect(placesOf(greeted([say('bot_start')], [back]), context)).toEqual(['endless_loop /nodes/hidden']);
  expect(placesOf(greeted([ask('bot_start')], [back]), context)).toEqual([]);
});

it('[RU11][RU51] a cycle of 10,000 blocks is one violation, and names five of them', () => {
  const ids = Array.from({ length: 10_000 }, (_, nth) => `n${nth}`);
  const found = violationsOf(greeted(ids.map(say), ring(...ids)));
  expect(found.map(({ blockId, message }) => [blockId, message])).toEqual([
    [
      'n0',
      'Blocks "n0", "n1", "n2", "n3", "n4" and 9995 more lead to one another, and none of them waits for the visitor.',
    ],
  ]);
});

it('[RU54] a block that may go on at once though it waits does not count as waiting', () => {
  const book = node('a', 'scheduler', { auth_id: 'x', scheduling_url: 'https://a.test' });
  expect(placesOf(greeted([book, say('b')], ring('a', 'b')))).toEqual(['endless_loop /nodes/a']);
  expect(placesOf(greeted([book, ask('b')], ring('a', 'b')))).toEqual([]);
});

it('[QN16] a question that may be skipped does not count as waiting', () => {
  const name = (params: object) => node('a', 'var_text', { text: 'Name?', destination: 'name', ...params });
  expect(placesOf(greeted([name({ skipIfSet: true }), say('b')], ring('a', 'b')))).toEqual(['endless_loop /nodes/a']);
  expect(placesOf(greeted([name({ skipIfSet: 'yes' }), say('b')], ring('a', 'b')))).not.toContain(
    'endless_loop /nodes/a',
  );
  expect(placesOf(greeted([name({ skipIfSet: false }), say('b')], ring('a', 'b')))).toEqual([]);
});
