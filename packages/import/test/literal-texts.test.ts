import { expect, it } from 'vitest';
import { blocksOf, importJson, text, typebot } from './typebot-fixture.ts';

const said = (words: string): unknown => {
  const bot = typebot([{ id: 'g', blocks: [text('hello', words), text('again', 'Second')] }], {
    variables: ['name', 'x'],
  });
  return Object.values(blocksOf(importJson(bot)))
    .map(([, params]) => (params as { readonly text?: string }).text)
    .find((each) => each !== undefined && each !== 'Second');
};

it('[IM13] a text that has the form of a Field here inserts none', () => {
  expect(said('50% @{x} {{name}}')).toBe('50% @\u2060{x} @{name}');
  expect(said('a@{{x}}')).toBe('a@@{x}');
});

it('[IM13] a link with another scheme is its words', () => {
  const link = { type: 'a', url: 'javascript:alert(1)', children: [{ text: 'click' }] };
  const block = {
    id: 'b',
    type: 'text',
    content: { richText: [{ type: 'p', children: [{ text: 'Please ', bold: true }, link] }] },
  };
  const result = importJson(typebot([{ id: 'g', blocks: [block] }]));
  const texts = JSON.stringify(blocksOf(result));
  expect(texts).toContain('**Please** click');
  expect(texts).not.toContain('javascript');
});
