import { expect, it } from 'vitest';
import { greeted, placesOf, violationsOf } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import type { JsonValue } from '../../json/json-value.ts';

const models = new Set(['small']);
const asking = (model: JsonValue) => greeted([node('ask', 'language_model', { model })]);

it('[LM22] a model that the service does not have is a warning', () => {
  expect(violationsOf(asking('large'), { models })).toEqual([
    {
      code: 'model_unknown',
      message: 'Block "ask": "model" names "large", which is not a language model of the service.',
      blockId: 'ask',
      param: 'model',
      pointer: '/nodes/ask/params/model',
      severity: 'warning',
    },
  ]);
});

it.for<readonly [JsonValue, readonly string[]]>([
  ['small', []],
  ['', ['param_non_empty /nodes/ask/params/model']],
  [5, ['param_type /nodes/ask/params/model']],
])('[LM22] %j names no other model', ([model, places]) => {
  expect(placesOf(asking(model), { models })).toEqual(places);
});

it('[LM22] without the names of the models none is checked', () => {
  expect(placesOf(asking('large'))).toEqual([]);
});
