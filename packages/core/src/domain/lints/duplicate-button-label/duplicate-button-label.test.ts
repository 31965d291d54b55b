import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { pointersOf } from '../../../../test/lint-fixture.ts';
import type { JsonValue } from '../../json/json-value.ts';

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
