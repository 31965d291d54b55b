import type { ComponentChildren, VNode } from 'preact';
import { expect, it } from 'vitest';
import { TextView } from './text-view.tsx';
import type { RichText } from './wire.ts';

interface Drawn {
  readonly tag: string;
  readonly href?: string;
  readonly rel?: string;
  readonly target?: string;
}

/** The elements and the text that a view draws. */
function draw(view: ComponentChildren, elements: Drawn[] = []): { readonly elements: Drawn[]; readonly text: string } {
  if (Array.isArray(view)) return { elements, text: view.map((part) => draw(part, elements).text).join('') };
  if (typeof view === 'string') return { elements, text: view };
  if (typeof view !== 'object' || view === null) return { elements, text: '' };
  const { type, props } = view as VNode<Record<string, string>>;
  if (typeof type === 'function') return draw((type as (given: object) => ComponentChildren)(props), elements);
  const { href, rel, target } = props;
  elements.push({ tag: type, ...(href !== undefined && { href, rel, target }) } as Drawn);
  return draw(props.children, elements);
}

const newTab = { rel: 'noopener noreferrer nofollow', target: '_blank' };

it('[RX17] draws each part of a text as its element', () => {
  const rich: RichText = [
    { t: 'p', c: ['a', { t: 'b', c: [{ t: 'i', c: ['b'] }] }, { t: 's', c: ['c'] }, { t: 'code', c: ['<b>'] }] },
    { t: 'ul', c: [['d']] },
    { t: 'ol', c: [[{ t: 'a', href: 'mailto:a@b.c', c: ['https://e'] }]] },
  ];
  const { elements, text } = draw(TextView({ text: '', rich }));
  expect(text).toBe('abc<b>dhttps://e');
  expect(elements).toEqual([
    ...['p', 'strong', 'em', 's', 'code', 'ul', 'li', 'ol', 'li'].map((tag) => ({ tag })),
    { tag: 'a', href: 'mailto:a@b.c', ...newTab },
  ]);
});

it('[RX17] makes links of addresses in texts, with and without markup', () => {
  const link = { tag: 'a', href: 'https://u/a', ...newTab };
  expect(draw(TextView({ text: 'See https://u/a.' })).elements).toEqual([{ tag: 'p' }, link]);
  const rich: RichText = [{ t: 'p', c: ['See ', { t: 'b', c: ['https://u/a'] }, { t: 'code', c: ['https://u'] }] }];
  expect(draw(TextView({ text: '', rich })).elements.filter(({ tag }) => tag === 'a')).toEqual([link]);
});

it('[RX17] makes no link to an address of another scheme', () => {
  const rich: RichText = [{ t: 'p', c: [{ t: 'a', href: 'javascript:a', c: ['b'] }] }];
  expect(draw(TextView({ text: '', rich }))).toEqual({ elements: [{ tag: 'p' }], text: 'b' });
});
