import { expect, it } from 'vitest';
import { jsonPointer } from './json-value.ts';

it.for<readonly [readonly (string | number)[], string]>([
  [[], ''],
  [[''], '/'],
  [['nodes', 'a/b~c'], '/nodes/a~1b~0c'],
  [['~1'], '/~01'],
  [['a', 0], '/a/0'],
])('%j is %s', ([segments, pointer]) => {
  expect(jsonPointer(...segments)).toBe(pointer);
});
