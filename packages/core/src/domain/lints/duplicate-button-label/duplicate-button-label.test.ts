import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { findingsOf, pointersOf } from '../../../../test/lint-fixture.ts';
import type { JsonObject, JsonValue } from '../../json/json-value.ts';

it.for<readonly [JsonValue, readonly string[]]>([
  [
    [
      { id: 'x', label: 'Yes' },
      { id: 'y', label: 'No' },
    ],
    [],
  ],
  [
    [
      { id: 'x', label: 'Yes' },
      { id: 'y', label: ' yes ' },
      { id: 'z', label: 'YES' },
    ],
    ['1/label', '2/label'],
  ],
  [
    [
      { id: 'x', label: 'caf\u00e9' },
      { id: 'y', label: 'cafe\u0301' },
    ],
    ['1/label'],
  ],
  [
    [
      { id: 'x', label: "I don't know" },
      { id: 'y', label: 'I don’t\u00a0know' },
      { id: 'z', label: '1' },
      { id: 'w', label: '１' },
      { id: 'v', label: 'Straße' },
      { id: 'u', label: 'STRASSE' },
    ],
    ['1/label', '3/label', '5/label'],
  ],
  [
    [
      { id: 'x', label: '' },
      { id: 'y', label: ' ' },
    ],
    [],
  ],
  [
    [
      { id: 'x', label: 'Yes' },
      { id: 'x', label: 'No' },
    ],
    ['1/id'],
  ],
  [
    [
      { id: 'x', label: 'Yes' },
      { id: 'X', label: 'No' },
    ],
    [],
  ],
  [[5, null, { label: 5 }, { label: 5 }, []], []],
  ['no list', []],
])('[LI15] among the buttons %j the same is said again at %j', ([buttons, places]) => {
  const diagram = greeted([node('menu', 'buttons', { text: 'Which?', buttons })]);
  expect(pointersOf('duplicate-button-label', diagram)).toEqual(
    places.map((place) => `/nodes/menu/params/buttons/${place}`),
  );
});

it.for<readonly [string, JsonObject, boolean]>([
  ['buttons', { buttons: [{ id: 'x', label: 'No' }] }, true],
  ['buttons', { buttons: [{ id: 'x', label: 'Never', words: ['NO'] }] }, true],
  ['buttons', { buttons: [{ id: 'x', label: 'Yes' }] }, false],
  ['yes_no', {}, true],
  ['var_text', {}, false],
])('[LI15] the label “no” that skips %s with %j is an answer: %s', ([template, params, isAnswer]) => {
  const exits = [
    { id: 'timeout', seconds: 9 },
    { id: 'skipped', label: ' no' },
  ];
  const found = findingsOf('duplicate-button-label', greeted([node('a', template, { text: '?', ...params, exits })]));
  expect(found.map(({ pointer }) => pointer)).toEqual(isAnswer ? ['/nodes/a/params/exits/1/label'] : []);
});

it.for<readonly [string, JsonObject, string | undefined]>([
  [
    'language_model',
    {
      tools: [
        { id: 'a', name: 'book' },
        { id: 'b', name: 'book' },
      ],
    },
    'tools/1/name',
  ],
  [
    'language_model',
    {
      tools: [
        { id: 'a', name: 'book' },
        { id: 'b', name: 'cancel' },
      ],
    },
    undefined,
  ],
  [
    'understand',
    {
      method: 'model',
      routes: [
        { id: 'a', name: 'A' },
        { id: 'b', name: 'A ' },
      ],
    },
    'routes/1/name',
  ],
  [
    'understand',
    {
      routes: [
        { id: 'a', name: 'A', phrases: [] },
        { id: 'b', name: 'A', phrases: [] },
      ],
    },
    undefined,
  ],
])('[LI15] of %s with %j the second name is one too many: %s', ([template, params, place]) => {
  const found = findingsOf('duplicate-button-label', greeted([node('a', template, { text: '?', ...params })]));
  expect(found.map(({ pointer }) => pointer)).toEqual(place === undefined ? [] : [`/nodes/a/params/${place}`]);
});
