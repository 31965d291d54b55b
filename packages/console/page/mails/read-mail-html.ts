import type { RichInline, RichText } from '@botwright/core/conversation';

const marks = { STRONG: 'b', EM: 'i', S: 's', CODE: 'code' } as const;
const lists = { UL: 'ul', OL: 'ol' } as const;

/**
 * Reads the HTML of a mail as a text with markup: its paragraphs, lists, marks and links. Of other elements it reads the
 * text only. A parsed document runs no scripts and loads nothing.
 *
 * @spec EM23
 */
export function readMailHtml(html: string): RichText {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return [...body.children].map((element) => {
    const list = lists[element.tagName as keyof typeof lists];
    return list === undefined
      ? { t: 'p', c: inlinesOf(element) }
      : { t: list, c: [...element.children].map(inlinesOf) };
  });
}

function inlinesOf({ childNodes }: Node): readonly RichInline[] {
  return [...childNodes].flatMap((node): readonly RichInline[] => {
    if (!(node instanceof Element)) return [node.textContent ?? ''];
    const { tagName } = node;
    if (tagName === 'BR') return ['\n'];
    if (tagName === 'A') return [{ t: 'a', href: node.getAttribute('href') ?? '', c: inlinesOf(node) }];
    const mark = marks[tagName as keyof typeof marks];
    return mark === undefined ? [node.textContent ?? ''] : [{ t: mark, c: inlinesOf(node) }];
  });
}
