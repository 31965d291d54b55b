import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { pointersOf } from '../../../../test/lint-fixture.ts';

it.for<readonly [string, readonly string[]]>([
  ['Explain @{topic}.', ['/nodes/model/params/instructions']],
  ['Explain @{made} to @{name} for @{answer}.', []],
  ['Explain.', []],
])('[LM23] the instructions %j have an answer of a visitor: %j', ([instructions, places]) => {
  const diagram = greeted([
    node('ask', 'var_text', { text: '?', destination: 'topic' }),
    node('make', 'set_field', { field: 'made', action: 'SET', value: 'x' }),
    node('model', 'language_model', { model: 'small', instructions, input: '@{topic}', destination: 'answer' }),
  ]);
  expect(pointersOf('instructions-with-visitor-text', diagram)).toEqual(places);
});
