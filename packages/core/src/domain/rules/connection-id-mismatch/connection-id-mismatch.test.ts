import { expect, it } from 'vitest';
import { greeted, placesOf, violationsOf } from '../../../../test/check-fixture.ts';
import { connection, node } from '../../../../test/diagram-fixture.ts';

const base = greeted([node('a', 'chat', { text: 'Hi' })]);
const sound = connection('welcome', '$success', 'a');
const id = 'welcome.$success--a';

it('[RU25] the id of a connection consists of its ends and its output', () => {
  const key = 'welcome.$success--b';
  expect(violationsOf({ ...base, connections: { [key]: { ...sound, id: key } } })).toEqual([
    {
      code: 'connection_id_mismatch',
      message:
        'Connection "welcome.$success--b" should have "welcome.$success--a" as its key and id, and has the id "welcome.$success--b".',
      blockId: 'welcome',
      connectionId: key,
      pointer: `/connections/${key}/id`,
      severity: 'error',
    },
  ]);
});

it.for([
  ['another key', 'c1', id],
  ['another id', id, 'c1'],
  ['both', 'c1', 'c1'],
  ['one dash', 'welcome.$success-a', 'welcome.$success-a'],
  ['no dot', 'welcome$success--a', 'welcome$success--a'],
  ['another output', 'welcome.$failing--a', 'welcome.$failing--a'],
  ['another source', 'wellcom.$success--a', 'wellcom.$success--a'],
  ['a dot elsewhere', 'welcome_$success--a', 'welcome_$success--a'],
  ['other dashes', 'welcome.$success_-a', 'welcome.$success_-a'],
  ['other dashes', 'welcome.$success-_a', 'welcome.$success-_a'],
  ['nothing', '', ''],
])('[RU25] %s is a mismatch: key %j, id %j', ([, key, wrongId]) => {
  const diagram = { ...base, connections: { [key as string]: { ...sound, id: wrongId as string } } };
  expect(placesOf(diagram)).toEqual([`connection_id_mismatch /connections/${key}/id`]);
});

it('[RU25] dots and dashes in the ends are allowed', () => {
  const odd = node('a.b--c', 'chat', { text: 'Hi' });
  expect(placesOf(greeted([odd], [['a.b--c', '$success', 'a.b--c']]))).toEqual(['endless_loop /nodes/a.b--c']);
});
