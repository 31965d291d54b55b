import type { RichInline, RichText } from './rich-text.ts';

const tags = { b: 'strong', i: 'em', s: 's', code: 'code' } as const;

/** Writes HTML without attributes but `href`. A link with another address than RX8 allows is its label. @spec EM18 */
export function htmlOf(rich: RichText): string {
  return rich
    .map((block) =>
      block.t === 'p'
        ? `<p>${inlines(block.c)}</p>`
        : `<${block.t}>${block.c.map((item) => `<li>${inlines(item)}</li>`).join('')}</${block.t}>`,
    )
    .join('\n');
}

/** Writes a text without markup: line ends as `br`. */
export function textHtmlOf(text: string): string {
  return escaped(text).replace(/\r\n?|\n/g, '<br>');
}

function inlines(parts: readonly RichInline[]): string {
  return parts.map(inline).join('');
}

function inline(part: RichInline): string {
  if (typeof part === 'string') return textHtmlOf(part);
  const content = inlines(part.c);
  if (part.t !== 'a') return `<${tags[part.t]}>${content}</${tags[part.t]}>`;
  return /^(?:https?|mailto|tel):/i.test(part.href) ? `<a href="${escaped(part.href)}">${content}</a>` : content;
}

const entities: { readonly [sign: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '');
}
