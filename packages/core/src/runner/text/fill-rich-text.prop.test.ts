import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../../../scripts/depth.ts';
import type { Fields } from '../../domain/field/field.ts';
import { plainTextOf, type RichBlock, type RichInline, type RichText } from '../../domain/rich-text/rich-text.ts';
import { markdownOf } from '../../domain/rich-text/write-markdown.ts';
import { unlimitedBudget } from '../budget/step-budget.ts';
import { fillRichText } from './fill-rich-text.ts';

const signs = [
  '*',
  '**',
  '***',
  '~~',
  '`',
  '``',
  '[',
  ']',
  '(',
  ')',
  '](',
  '](https://u/',
  ')',
  '![',
  '\\',
  '\n',
  '\n\n',
];
const words = ['a', 'ß', ' ', '  ', '-', '- ', '1. ', '2. ', '#', '>', '<b>', '.', '@{', '}', '_', '😀', '\u00a0'];
const hostile = ['javascript:alert(1)', '](javascript:alert(1))', '[x](https://evil)', '\n\n- ', 'https://evil'];
const references = ['@{x}', '@{y}', '@{none}', '[l](@{x})', '[l](https://u/@{x})', '**@{y}**', '`@{x}`'];

const text = (parts: readonly string[]): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...parts), { maxLength: 24 }).map((chosen) => chosen.join(''));
const template = text([...signs, ...words, ...references]);
const value = text([...signs, ...words, ...hostile]);

const fieldsOf = (x: string, y: string): Fields => ({
  x: { type: 'string', value: x },
  y: { type: 'string', value: y },
});
const fill = (written: string, fields: Fields): RichText => fillRichText(written, fields, 65_536, unlimitedBudget);

/** The marks of a tree, without texts and addresses. */
function shapeOf(rich: RichText): unknown {
  const inlines = (parts: readonly RichInline[]): unknown =>
    parts.flatMap((part) => (typeof part === 'string' ? [] : [[part.t, inlines(part.c)]]));
  const block = (part: RichBlock): unknown => [part.t, part.t === 'p' ? inlines(part.c) : part.c.map(inlines)];
  return rich.map(block);
}

function linksIn(rich: RichText): readonly string[] {
  const inlines = (parts: readonly RichInline[]): readonly string[] =>
    parts.flatMap((part) => {
      if (typeof part === 'string') return [];
      return part.t === 'a' ? [part.href, ...inlines(part.c)] : inlines(part.c);
    });
  return rich.flatMap((block) => (block.t === 'p' ? inlines(block.c) : block.c.flatMap(inlines)));
}

const settings = { seed: 27, numRuns: runs(2_000) };

it('[RX9] the value of a Field never makes, ends or changes markup', () => {
  void fc.assert(
    fc.property(template, value, value, (written, x, y) => {
      // Addresses that depend on a value whole are links or not.
      const fixed = written.replaceAll('](@{x})', '](https://u)');
      // A value with letters: nothing is empty, and no code is.
      const filled = fill(fixed, fieldsOf(`v${x}v`, `v${y}v`));
      expect(shapeOf(filled)).toEqual(shapeOf(fill(fixed, fieldsOf('v', 'v'))));
      for (const href of linksIn(fill(written, fieldsOf(x, y)))) expect(href).toMatch(/^(?:https?|mailto|tel):/);
    }),
    settings,
  );
});

it('[RX2] the body is the visible text: a text without markup is the text', () => {
  const visible = (parts: readonly RichInline[]): string =>
    parts
      .map((part) => {
        if (typeof part === 'string') return part;
        const content = visible(part.c);
        return part.t === 'a' && content !== part.href ? `${content} (${part.href})` : content;
      })
      .join('');
  void fc.assert(
    fc.property(template, value, value, (written, x, y) => {
      const rich = fill(written, fieldsOf(x, y));
      const lines = rich.map((block) =>
        block.t === 'p'
          ? visible(block.c)
          : block.c.map((item, at) => `${block.t === 'ul' ? '- ' : `${at + 1}. `}${visible(item)}`).join('\n'),
      );
      expect(plainTextOf(rich)).toBe(lines.join('\n\n'));
    }),
    settings,
  );
});

it('[RX15] the Markdown of a value is text when it is parsed again', () => {
  void fc.assert(
    fc.property(text([...signs, ...words.filter((word) => word !== '@{'), ...hostile]), (x) => {
      const again = fill(markdownOf(fill('a @{x}', fieldsOf(x, ''))), {});
      expect(String(shapeOf(again))).toMatch(/^(?:p,?)*$/);
      expect(plainTextOf(again).replace(/\s+/g, ' ').trim()).toBe(`a ${x}`.replace(/\s+/g, ' ').trim());
    }),
    settings,
  );
});
