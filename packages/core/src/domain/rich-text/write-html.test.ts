import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseMarkdown } from './parse-markdown.ts';
import type { RichText } from './rich-text.ts';
import { htmlOf } from './write-html.ts';

const written = (markdown: string) => htmlOf(parseMarkdown(markdown, () => undefined) as unknown as RichText);

it('[EM18] paragraphs, lists and marks are elements, and line ends are breaks', () => {
  expect(written('**a** *b* ~~c~~ `d`\ne\n\n- f\n- g\n\n1. h')).toBe(
    [
      '<p><strong>a</strong> <em>b</em> <s>c</s> <code>d</code><br>e</p>',
      '<ul><li>f</li><li>g</li></ul>',
      '<ol><li>h</li></ol>',
    ].join('\n'),
  );
});

it.for<readonly [string, string]>([
  ['https://x.org/?a=1&b="', '<a href="https://x.org/?a=1&amp;b=&quot;">l</a>'],
  ['MAILTO:a@x.org', '<a href="MAILTO:a@x.org">l</a>'],
  ['tel:+1', '<a href="tel:+1">l</a>'],
  ['javascript:alert(1)', 'l'],
  [' javascript:alert(1)//https:', 'l'],
])('[EM18] the link to %s is written: %s', ([href, html]) => {
  expect(htmlOf([{ t: 'p', c: [{ t: 'a', href, c: ['l'] }] }])).toBe(`<p>${html}</p>`);
});

it('[EM18] texts have no markup of their own', () => {
  expect(written('<img src=x onerror="a(\'b\')"> &amp;')).toBe(
    '<p>&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt; &amp;amp;</p>',
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const html = htmlOf([{ t: 'ul', c: [[{ t: 'a', href: `https:${text}`, c: [{ t: 'code', c: [text] }] }]] }]);
      expect(html.match(/[<>"']/g)?.length).toBe(2 * 8 + 2 + 2 * (text.match(/\r\n?|\n/g)?.length ?? 0));
    }),
  );
});
