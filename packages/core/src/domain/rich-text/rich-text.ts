/** The text of a message with markup, as blocks in order. It is JSON and is stored with the message. @spec RX1 */
export type RichText = readonly RichBlock[];

/** A paragraph, or a list with the content of each of its items. */
export type RichBlock =
  | { readonly t: 'p'; readonly c: readonly RichInline[] }
  | { readonly t: 'ul' | 'ol'; readonly c: readonly (readonly RichInline[])[] };

/** Text, strong (`b`), emphasized (`i`), struck (`s`) or `code`, or a link (`a`). */
export type RichInline =
  | string
  | { readonly t: InlineMark; readonly c: readonly RichInline[] }
  | { readonly t: 'a'; readonly href: string; readonly c: readonly RichInline[] };

export type InlineMark = 'b' | 'i' | 's' | 'code';

/** How the parts of a rich text become one text. */
export interface TextForm {
  text(text: string): string;
  code(code: string): string;
  mark(type: Exclude<InlineMark, 'code'>, content: string): string;
  link(label: string, href: string): string;
  /** The content of a paragraph or an item. Default: unchanged. */
  lines?(content: string): string;
}

/** Joins the blocks by empty lines, and writes `- ` or the number before each item. */
export function writeRichText(rich: RichText, form: TextForm): string {
  const inline = (part: RichInline): string => {
    if (typeof part === 'string') return form.text(part);
    if (part.t === 'a') return form.link(inlines(part.c), part.href);
    return part.t === 'code' ? form.code(textIn(part.c)) : form.mark(part.t, inlines(part.c));
  };
  const inlines = (parts: readonly RichInline[]): string => parts.map(inline).join('');
  const lines = (parts: readonly RichInline[]): string => form.lines?.(inlines(parts)) ?? inlines(parts);
  const block = (part: RichBlock): string =>
    part.t === 'p'
      ? lines(part.c)
      : part.c.map((item, index) => `${part.t === 'ul' ? '-' : `${index + 1}.`} ${lines(item)}`).join('\n');
  return rich.map(block).join('\n\n');
}

function textIn(parts: readonly RichInline[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : textIn(part.c))).join('');
}

const plain: TextForm = {
  text: (text) => text,
  code: (code) => code,
  mark: (_, content) => content,
  link: (label, href) => (label === href ? href : `${label} (${href})`),
};

/** The text for families without markup: a link has its address in brackets after its label. @spec RX2 */
export function plainTextOf(rich: RichText): string {
  return writeRichText(rich, plain);
}

/** Adds text at the end, in a new paragraph after a list. */
export function appendText(rich: RichText, text: string): RichText {
  const last = rich.at(-1);
  return last?.t === 'p' ? [...rich.slice(0, -1), { t: 'p', c: [...last.c, text] }] : [...rich, { t: 'p', c: [text] }];
}
