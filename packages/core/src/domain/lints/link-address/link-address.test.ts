import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { findingsOf, pointersOf } from '../../../../test/lint-fixture.ts';

it.for<readonly [string, boolean]>([
  ['[a](https://u/@{x})', false],
  ['[a](mailto:a@b.c) [b](tel:1) [c](HTTP://u)', false],
  ['[a](@{page})', false],
  ['[a](@{scheme}://u)', true],
  ['[a](ftp://u)', true],
  ['[a](javascript:x)', true],
  ['**[a](/page)**', true],
  ['`[a](/page)`', false],
  ['[a] (/page)', false],
])('[RX13] the links of %j have another address: %j', ([text, isFound]) => {
  const diagram = greeted([
    node('say', 'chat', { text, format: 'markdown' }),
    node('plain', 'chat', { text }),
    node('day', 'var_date', { text, textFormat: 'markdown' }),
  ]);
  expect(pointersOf('link-address', diagram)).toEqual(
    isFound ? ['/nodes/say/params/text', '/nodes/day/params/text'] : [],
  );
});

it('[RX13] says what is missing where that is clear', () => {
  const diagram = greeted([node('say', 'chat', { text: '[a](shop.example.com/b)', format: 'markdown' })]);
  expect(findingsOf('link-address', diagram)).toMatchObject([
    {
      message:
        'Block "say": "text" links to "shop.example.com/b", which is not an address of http, https, mailto or tel.',
      hint: 'Write https:// before it.',
    },
  ]);
});
