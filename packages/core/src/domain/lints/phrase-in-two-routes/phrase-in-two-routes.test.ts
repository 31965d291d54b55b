import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { findingsOf, pointersOf } from '../../../../test/lint-fixture.ts';
import type { JsonValue } from '../../json/json-value.ts';

const route = (id: string, ...phrases: readonly JsonValue[]) => ({ id, name: id, phrases });
const asking = (routes: JsonValue) => greeted([node('wish', 'understand', { text: 'Well?', routes })]);

it.for<readonly [JsonValue, readonly string[]]>([
  [[route('a', 'one'), route('b', 'two')], []],
  [[route('a', 'one', 'One'), route('b', 'two')], []],
  [
    [route('a', 'one'), route('b', 'two', ' ONE '), route('c', 'Two', 'three')],
    ['1/phrases/1', '2/phrases/0'],
  ],
  [[route('a', 'cafe\u0301'), route('b', 'caf\u00e9')], ['1/phrases/0']],
  [[route('a', ' ', 7), route('b', ' ', 7), { id: 'c' }, 7, { phrases: 'one' }], []],
  [[route('a', 'C++', '+'), route('b', 'C#', 'F#', '++')], ['1/phrases/0']],
  [
    [route('a', 'C++', '?!'), route('b', 'c++!', 'Où?', '?!'), route('c', 'ou')],
    ['1/phrases/0', '1/phrases/2', '2/phrases/0'],
  ],
  ['no list', []],
])('[UN13] among the routes %j a phrase is said again at %j', ([routes, places]) => {
  expect(pointersOf('phrase-in-two-routes', asking(routes))).toEqual(
    places.map((place) => `/nodes/wish/params/routes/${place}`),
  );
});

it('[UN13] names the phrase and the route that it leads to', () => {
  const [finding] = findingsOf('phrase-in-two-routes', asking([route('a', 'one'), route('b', 'One')]));
  expect(finding?.message).toBe('Block "wish": entry 2 of "routes" has the phrase "One", whose words lead to entry 1.');
});
