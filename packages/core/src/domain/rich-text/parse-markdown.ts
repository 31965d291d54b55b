import { parseInlines } from './markdown-inlines.ts';
import { type CountWork, placeholder, richBounds, type TemplateBlock, type TemplateInline } from './template.ts';

/**
 * Parses the markup of an author's text. References stay references: the value of a Field is never parsed.
 *
 * @spec RX3, RX4, RX5, RX6
 */
export function parseMarkdown(template: string, count: CountWork): readonly TemplateBlock[] {
  count(template.length);
  const fields: string[] = [];
  const source = template
    .replaceAll(placeholder, '\ufffd')
    .replace(/@\{([^{}]*)\}/g, (_, name: string) => {
      fields.push(name);
      return placeholder;
    })
    .replace(/\r\n?/g, '\n');
  let next = 0;
  let links: number = richBounds.links;
  const inlinesOf = (text: string): readonly TemplateInline[] => {
    const end = next + text.split(placeholder).length - 1;
    const parsed = parseInlines(text, fields.slice(next, end), links, count);
    next = end;
    links -= parsed.links;
    return parsed.inlines;
  };
  return splitBlocks(source).map((block) =>
    block.t === 'p'
      ? { t: 'p', c: inlinesOf(block.lines.join('\n')) }
      : { t: block.t, c: block.items.map((lines) => inlinesOf(lines.join('\n'))) },
  );
}

type BlockLines =
  | { readonly t: 'p'; readonly lines: string[] }
  | { readonly t: 'ul' | 'ol'; readonly items: string[][] };

const itemForm = /^([ \t]*)(-|\d{1,9}\.)[ \t]+(?=[^ \t])/;
/** A line of three or more dashes is not an item. */
const dashes = /^(?:[ \t]*-){3,}[ \t]*$/;

/** @spec RX4 */
function splitBlocks(source: string): readonly BlockLines[] {
  const blocks: BlockLines[] = [];
  /** The lines that the next line continues. */
  let open: string[] | undefined;
  for (const line of source.split('\n')) {
    const text = withoutSpaceAtEnd(line);
    if (text === '') {
      open = undefined;
      continue;
    }
    const last = blocks.at(-1);
    const [marker = '', indent = '', bullet] = (dashes.test(text) ? undefined : itemForm.exec(text)) ?? [];
    const type = bullet === undefined ? undefined : bullet === '-' ? 'ul' : 'ol';
    const isInList = last !== undefined && last.t !== 'p';
    if (type !== undefined && last?.t === type) {
      open = [text.slice(marker.length)];
      last.items.push(open);
    } else if (
      type !== undefined &&
      (isInList || isSmall(indent)) &&
      (type === 'ul' || Number.parseInt(bullet ?? '', 10) === 1)
    ) {
      open = [text.slice(marker.length)];
      blocks.push({ t: type, items: [open] });
    } else if (open === undefined) {
      open = [text.replace(/^ {1,3}(?![ \t])/, '')];
      blocks.push({ t: 'p', lines: open });
    } else open.push(text.replace(/^[ \t]+/, ''));
  }
  return blocks;
}

/** Four spaces and more make no list. */
function isSmall(indent: string): boolean {
  return indent.length < 4 && !indent.includes('\t');
}

/** A pattern takes quadratic time to find the space at the end. */
function withoutSpaceAtEnd(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end -= 1;
  return line.slice(0, end);
}
