import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { findingsOf, pointersOf } from '../../../../test/lint-fixture.ts';
import type { JsonObject } from '../../json/json-value.ts';

it.for<readonly [string, JsonObject, readonly string[]]>([
  ['var_number', { min: 5, max: 4 }, ['/nodes/a/params/min']],
  ['var_number', { min: 5, max: 5 }, []],
  ['var_number', { min: 5 }, []],
  ['var_number', { min: '5', max: 4 }, []],
  ['var_text', { minChars: 10, maxChars: 3 }, ['/nodes/a/params/minChars']],
  ['var_text', { min: 10, max: 3 }, []],
])('[LI21] %s with %j leaves no answer at %j', ([template, params, places]) => {
  const diagram = greeted([node('a', template, { text: 'Well?', ...params })]);
  expect(pointersOf('min-above-max', diagram)).toEqual(places);
});

it('[LI21] names both bounds', () => {
  const diagram = greeted([node('a', 'var_number', { text: 'Well?', min: 5, max: 4 })]);
  expect(findingsOf('min-above-max', diagram)[0]?.message).toBe(
    'Block "a": "min" is 5 and "max" is 4, so no answer is accepted.',
  );
});
