import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { pointersOf } from '../../../../test/lint-fixture.ts';
import type { JsonObject } from '../../json/json-value.ts';

it.for<readonly [string, JsonObject, boolean]>([
  ['A **b** c', {}, true],
  ['A [b](https://u) c', {}, true],
  ['A [b](c) d', { format: 'plain' }, true],
  ['A **b** c', { format: 'markdown' }, false],
  ['A **b', {}, false],
  ['2 ** 3 ** 4', {}, false],
  ['A *b* [c] (d)', {}, false],
  ['@{**a**}', {}, false],
])('[RX12] the text %j with %j has markup that is not shown: %j', ([text, params, isFound]) => {
  const diagram = greeted([
    node('say', 'chat', { text, ...params }),
    node('ask', 'var_email', { text: '?', errorText: text, ...params }),
  ]);
  expect(pointersOf('markup-not-shown', diagram)).toEqual(
    isFound ? ['/nodes/say/params/text', '/nodes/ask/params/errorText'] : [],
  );
});
