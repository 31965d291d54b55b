import { describe, expect, it } from 'vitest';
import { unlimitedBudget } from '../../runner/budget/step-budget.ts';
import { fillRichText } from '../../runner/text/fill-rich-text.ts';
import { parseMarkdown } from './parse-markdown.ts';
import type { RichBlock, RichInline } from './rich-text.ts';

const tags = { b: 'strong', i: 'em', s: 'del', code: 'code' } as const;

/** Writes HTML as the examples of CommonMark do. */
function html(markdown: string): string {
  const inline = (part: RichInline): string => {
    if (typeof part === 'string') return part;
    const content = part.c.map(inline).join('');
    return part.t === 'a' ? `<a href="${part.href}">${content}</a>` : `<${tags[part.t]}>${content}</${tags[part.t]}>`;
  };
  const block = (part: RichBlock): string =>
    part.t === 'p'
      ? `<p>${part.c.map(inline).join('')}</p>`
      : `<${part.t}>${part.c.map((item) => `<li>${item.map(inline).join('')}</li>`).join('')}</${part.t}>`;
  return fillRichText(markdown, {}, 65_536, unlimitedBudget).map(block).join('');
}

const inline: readonly (readonly [markdown: string, html: string])[] = [
  ['\\*not emphasized*', '*not emphasized*'],
  ['\\\\*emphasis*', '\\<em>emphasis</em>'],
  ['\\a\\ \\3', '\\a\\ \\3'],
  ['`foo`', '<code>foo</code>'],
  ['`` foo ` bar ``', '<code>foo ` bar</code>'],
  ['` `` `', '<code>``</code>'],
  ['`  ``  `', '<code> `` </code>'],
  ['` a`', '<code> a</code>'],
  ['` `', '<code> </code>'],
  ['`foo   bar\nbaz`', '<code>foo   bar baz</code>'],
  ['`foo\\`bar`', '<code>foo\\</code>bar`'],
  ['*foo`*`', '*foo<code>*</code>'],
  ['[not a `link](/foo`)', '[not a <code>link](/foo</code>)'],
  ['```foo``', '```foo``'],
  ['`foo', '`foo'],
  ['`foo``bar``', '`foo<code>bar</code>'],
  ['*foo bar*', '<em>foo bar</em>'],
  ['a * foo bar*', 'a * foo bar*'],
  ['a*"foo"*', 'a*"foo"*'],
  ['*\u00a0a\u00a0*', '*\u00a0a\u00a0*'],
  ['foo*bar*', 'foo<em>bar</em>'],
  ['5*6*78', '5<em>6</em>78'],
  ['*foo bar *', '*foo bar *'],
  ['*foo bar\n*', '*foo bar\n*'],
  ['*(*foo)', '*(*foo)'],
  ['*(*foo*)*', '<em>(<em>foo</em>)</em>'],
  ['*foo*bar', '<em>foo</em>bar'],
  ['**foo bar**', '<strong>foo bar</strong>'],
  ['** foo bar**', '** foo bar**'],
  ['a**"foo"**', 'a**"foo"**'],
  ['foo**bar**', 'foo<strong>bar</strong>'],
  ['**foo bar **', '**foo bar **'],
  ['*(**foo**)*', '<em>(<strong>foo</strong>)</em>'],
  ['**foo "*bar*" foo**', '<strong>foo "<em>bar</em>" foo</strong>'],
  ['**foo**bar', '<strong>foo</strong>bar'],
  ['*foo [bar](https://u)*', '<em>foo <a href="https://u">bar</a></em>'],
  ['*foo\nbar*', '<em>foo\nbar</em>'],
  ['*foo *bar**', '<em>foo <em>bar</em></em>'],
  ['*foo **bar** baz*', '<em>foo <strong>bar</strong> baz</em>'],
  ['*foo**bar**baz*', '<em>foo<strong>bar</strong>baz</em>'],
  ['*foo**bar*', '<em>foo**bar</em>'],
  ['***foo** bar*', '<em><strong>foo</strong> bar</em>'],
  ['*foo **bar***', '<em>foo <strong>bar</strong></em>'],
  ['*foo**bar***', '<em>foo<strong>bar</strong></em>'],
  ['foo***bar***baz', 'foo<em><strong>bar</strong></em>baz'],
  ['foo******bar*********baz', 'foo<strong><strong><strong>bar</strong></strong></strong>***baz'],
  ['*foo **bar *baz* bim** bop*', '<em>foo <strong>bar <em>baz</em> bim</strong> bop</em>'],
  ['** is not an empty emphasis', '** is not an empty emphasis'],
  ['**** is not an empty strong emphasis', '**** is not an empty strong emphasis'],
  ['**foo\nbar**', '<strong>foo\nbar</strong>'],
  ['***foo* bar**', '<strong><em>foo</em> bar</strong>'],
  ['**foo *bar***', '<strong>foo <em>bar</em></strong>'],
  ['foo ***', 'foo ***'],
  ['foo *\\**', 'foo <em>*</em>'],
  ['foo *_*', 'foo <em>_</em>'],
  ['foo *****', 'foo *****'],
  ['foo **\\***', 'foo <strong>*</strong>'],
  ['**foo*', '*<em>foo</em>'],
  ['*foo**', '<em>foo</em>*'],
  ['***foo**', '*<strong>foo</strong>'],
  ['****foo*', '***<em>foo</em>'],
  ['**foo***', '<strong>foo</strong>*'],
  ['*foo****', '<em>foo</em>***'],
  ['****foo****', '<strong><strong>foo</strong></strong>'],
  ['******foo******', '<strong><strong><strong>foo</strong></strong></strong>'],
  ['***foo***', '<em><strong>foo</strong></em>'],
  ['*****foo*****', '<em><strong><strong>foo</strong></strong></em>'],
  ['**foo **bar baz**', '**foo <strong>bar baz</strong>'],
  ['*foo *bar baz*', '*foo <em>bar baz</em>'],
  ['*[bar*](https://u)', '*<a href="https://u">bar*</a>'],
  ['~~Hi~~ Hello, ~there', '<del>Hi</del> Hello, ~there'],
  ['This will ~~~not~~~ strike.', 'This will ~~~not~~~ strike.'],
  ['[link](https://u)', '<a href="https://u">link</a>'],
  ['[link](  https://u  )', '<a href="https://u">link</a>'],
  ['[link](/my uri)', '[link](/my uri)'],
  ['[link](https://u/foo(and(bar)))', '<a href="https://u/foo(and(bar))">link</a>'],
  ['[link](https://u/foo\\)\\:)', '<a href="https://u/foo):">link</a>'],
  ['[link](https://u/foo(bar)', '[link](https://u/foo(bar)'],
  ['[link] (https://u)', '[link] (https://u)'],
  ['[link [foo [bar]]](https://u)', '<a href="https://u">link [foo [bar]]</a>'],
  ['[link] bar](https://u)', '[link] bar](https://u)'],
  ['[link [bar](https://u)', '[link <a href="https://u">bar</a>'],
  ['[link \\[bar](https://u)', '<a href="https://u">link [bar</a>'],
  [
    '[link *foo **bar** `#`*](https://u)',
    '<a href="https://u">link <em>foo <strong>bar</strong> <code>#</code></em></a>',
  ],
  ['[foo [bar](https://u)](https://v)', '[foo <a href="https://u">bar</a>](https://v)'],
  ['*foo [bar* baz]', '<em>foo [bar</em> baz]'],
  ['[foo`](https://u)`', '[foo<code>](https://u)</code>'],
];

const blocks: readonly (readonly [markdown: string, html: string])[] = [
  ['aaa\n\nbbb', '<p>aaa</p><p>bbb</p>'],
  ['aaa\nbbb\n\n\nccc\r\nddd', '<p>aaa\nbbb</p><p>ccc\nddd</p>'],
  ['  aaa\n bbb', '<p>aaa\nbbb</p>'],
  ['- foo\n- bar', '<ul><li>foo</li><li>bar</li></ul>'],
  ['1. foo\n2. bar\n7. baz', '<ol><li>foo</li><li>bar</li><li>baz</li></ol>'],
  ['Foo\n- bar\n- baz', '<p>Foo</p><ul><li>bar</li><li>baz</li></ul>'],
  ['- foo\nbar', '<ul><li>foo\nbar</li></ul>'],
  ['- foo\n\n- bar', '<ul><li>foo</li><li>bar</li></ul>'],
  ['-one', '<p>-one</p>'],
  ['14 windows in the house:\n14. windows', '<p>14 windows in the house:\n14. windows</p>'],
  ['- a\n - b\n  - c\n   - d', '<ul><li>a</li><li>b</li><li>c</li><li>d</li></ul>'],
  ['1. a\n\n  2. b', '<ol><li>a</li><li>b</li></ol>'],
  ['- **a\n- b**', '<ul><li>**a</li><li>b**</li></ul>'],
  ['*foo\n\nbar*', '<p>*foo</p><p>bar*</p>'],
];

const asWritten = [
  '# Heading',
  '> quote',
  '| a | b |',
  '![picture *of*](https://u)',
  '__under__ _lined_',
  '<b>bold</b> <a href="https://u">x</a>',
  '- - -',
  '---',
  '+ plus',
  '2. two',
  '```js\ncode\n```',
  '[a](https://u "title")',
  '[a](<https://u>)',
  '[a](javascript:alert(1))',
  '[a](u)',
  '[a]()',
  '&amp; @{',
];

describe('markup', () => {
  it.for(inline)('[RX3][RX7] %j becomes %j', ([markdown, expected]) => {
    expect(html(markdown)).toBe(`<p>${expected}</p>`);
  });

  it.for(blocks)('[RX4] %j becomes %j', ([markdown, expected]) => {
    expect(html(markdown)).toBe(expected);
  });

  it.for(asWritten)('[RX3] shows %j as written', (markdown) => {
    expect(html(markdown)).toBe(`<p>${markdown}</p>`);
  });

  it('[RX5] has at most 8 levels and 200 links', () => {
    const strong = (levels: number): string => html(`${'**'.repeat(levels)}x${'**'.repeat(levels)}`);
    expect(strong(8)).toBe(`<p>${'<strong>'.repeat(8)}x${'</strong>'.repeat(8)}</p>`);
    expect(strong(10)).toBe(`<p>${'<strong>'.repeat(8)}****x****${'</strong>'.repeat(8)}</p>`);
    const links = html('[a](https://u) '.repeat(250));
    expect(links.match(/<a /g)).toHaveLength(200);
    expect(links.match(/\[a\]\(https:\/\/u\)/g)).toHaveLength(50);
  });
});

it.for([
  '*a',
  '*a ',
  'a* ',
  '**a *b',
  '*a **b ',
  '***',
  '~~a *b ',
  '*a~~ ',
  '[',
  '[a](',
  '[a](b',
  '[a](https://u) ',
  '![',
  '![[a](x)',
  '![*a](x)*',
  '](x',
  '[a](  ',
  '`',
  '` `` ',
  'a`\\`',
  '```\n',
  '- a\n',
  '1. *a\n',
  '- - ',
  ' ',
  'a \n',
  '\\',
  '@{a}',
  '[@{a}](',
  '[a](((((((((',
  '*a_*b_',
])('[RX6] parsing %j repeated takes linear time', (part) => {
  const steps = (length: number): number => {
    let count = 0;
    parseMarkdown(part.repeat(length / part.length), (work) => {
      count += work;
    });
    return count;
  };
  const [once, twice] = [steps(20_000), steps(40_000)];
  expect(twice / once).toBeLessThan(2.1);
  expect(twice).toBeLessThan(40_000 * 24);
});
