import { expect, it } from 'vitest';
import { greeted, placesOf, violationsOf } from '../../../../test/check-fixture.ts';
import type { JsonValue } from '../../json/json-value.ts';

function withEntry(entry: JsonValue) {
  const clean = greeted([]);
  return { ...clean, nodes: { ...clean.nodes, odd: entry } };
}

const sound = { id: 'odd', path: 'odd', template: 'chat', params: { text: 'Hi' }, top: 1, left: 2, isTarget: true };

it.for<readonly [JsonValue, string, string]>([
  [5, '', 'Node "odd" should be an object, not 5.'],
  [null, '', 'Node "odd" should be an object, not null.'],
  ['text', '', 'Node "odd" should be an object, not "text".'],
  [[1, 2], '', 'Node "odd" should be an object, not a list of 2.'],
  [true, '', 'Node "odd" should be an object, not true.'],
  [{}, '', 'Node "odd" has no member "id".'],
  [{ id: 'odd', params: {} }, '', 'Node "odd" has no member "template".'],
  [{ id: 'odd', template: 'chat' }, '', 'Node "odd" has no member "params".'],
  [{ ...sound, id: 7 }, '/id', 'Node "odd": "id" should be of type string, not 7.'],
  [{ ...sound, template: [] }, '/template', 'Node "odd": "template" should be of type string, not an empty list.'],
  [{ ...sound, params: [1] }, '/params', 'Node "odd": "params" should be of type object, not a list of 1.'],
  [{ ...sound, params: null }, '/params', 'Node "odd": "params" should be of type object, not null.'],
  [{ ...sound, path: 1 }, '/path', 'Node "odd": "path" should be of type string, not 1.'],
  [{ ...sound, name: {} }, '/name', 'Node "odd": "name" should be of type string, not an object.'],
  [{ ...sound, top: '1' }, '/top', 'Node "odd": "top" should be of type number, not "1".'],
  [{ ...sound, left: null }, '/left', 'Node "odd": "left" should be of type number, not null.'],
  [{ ...sound, isTarget: 'no' }, '/isTarget', 'Node "odd": "isTarget" should be of type boolean, not "no".'],
])('[RU13] the entry %j is malformed', ([entry, at, message]) => {
  expect(violationsOf(withEntry(entry))).toEqual([
    { code: 'node_malformed', message, blockId: 'odd', pointer: `/nodes/odd${at}`, severity: 'error' },
  ]);
});

it.for<readonly [string, JsonValue]>([
  ['every documented member', sound],
  ['the least', { id: 'odd', template: 'chat', params: { text: 'Hi' } }],
  ['members that nobody documents', { ...sound, notes: null, bricks: [1] }],
])('[RU13] an entry with %s is well-formed', ([, entry]) => {
  expect(placesOf(withEntry(entry))).toEqual([]);
});

it('[RU15] the other rules skip a malformed entry', () => {
  const clean = greeted([], [['odd', 'no such output', 'odd']]);
  const odd = { id: 'other', path: 'another', template: 'chat', params: {}, isTarget: false, top: 'wrong' };
  expect(placesOf({ ...clean, nodes: { ...clean.nodes, odd } })).toEqual(['node_malformed /nodes/odd/top']);
});

it.for(['hidden', 'welcome'])('[RU15] a malformed entry fills the slot %s', (key) => {
  const clean = greeted([], [['hidden', '$success', 'welcome']]);
  expect(placesOf({ ...clean, nodes: { ...clean.nodes, [key]: 5 } })).toEqual([`node_malformed /nodes/${key}`]);
});
