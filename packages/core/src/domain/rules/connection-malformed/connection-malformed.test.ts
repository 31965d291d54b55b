import { expect, it } from 'vitest';
import { greeted, placesOf, violationsOf } from '../../../../test/check-fixture.ts';
import type { JsonValue } from '../../json/json-value.ts';

function withEntry(entry: JsonValue) {
  return { ...greeted([]), connections: { odd: entry } };
}

const sound = { id: 'odd', type: '$success', sourcePath: 'welcome', targetPath: 'welcome' };

it.for<readonly [JsonValue, string, string]>([
  [5, '', 'Connection "odd" should be an object, not 5.'],
  [null, '', 'Connection "odd" should be an object, not null.'],
  [[], '', 'Connection "odd" should be an object, not an empty list.'],
  [{}, '', 'Connection "odd" has no member "id".'],
  [{ ...sound, id: 7 }, '/id', 'Connection "odd": "id" should be of type string, not 7.'],
  [{ ...sound, type: null }, '/type', 'Connection "odd": "type" should be of type string, not null.'],
  [
    { ...sound, sourcePath: [] },
    '/sourcePath',
    'Connection "odd": "sourcePath" should be of type string, not an empty list.',
  ],
  [
    { ...sound, targetPath: {} },
    '/targetPath',
    'Connection "odd": "targetPath" should be of type string, not an object.',
  ],
])('[RU14] the entry %j is malformed', ([entry, at, message]) => {
  expect(violationsOf(withEntry(entry))).toEqual([
    { code: 'connection_malformed', message, connectionId: 'odd', pointer: `/connections/odd${at}`, severity: 'error' },
  ]);
});

it('[RU15] the other rules skip a malformed connection', () => {
  const entry = { id: 'x', type: 'no such output', sourcePath: 'welcome', targetPath: 7 };
  expect(placesOf(withEntry(entry))).toEqual(['connection_malformed /connections/odd/targetPath']);
});
