import { slug } from 'github-slugger';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';

export interface CodeBlock {
  readonly language: string;
  /** What follows the language on the fence, such as `run`. */
  readonly meta: string;
  readonly text: string;
  /** Of the opening fence, 1-based. */
  readonly line: number;
}

export interface Link {
  readonly target: string;
  readonly line: number;
}

export interface MarkdownPage {
  readonly codeBlocks: readonly CodeBlock[];
  /** Links and images, those of inline HTML too. */
  readonly links: readonly Link[];
  /** What `#…` can name: headings, as GitHub spells them. */
  readonly anchors: ReadonlySet<string>;
}

export function readMarkdown(text: string): MarkdownPage {
  const codeBlocks: CodeBlock[] = [];
  const links: Link[] = [];
  const headings: string[] = [];

  const waiting: Nodes[] = [fromMarkdown(text)];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const line = node.position?.start.line ?? 1;
    if (node.type === 'code') {
      codeBlocks.push({ language: node.lang ?? '', meta: node.meta ?? '', text: node.value, line });
    }
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') {
      links.push({ target: node.url, line });
    }
    if (node.type === 'html') {
      for (const [, target = ''] of node.value.matchAll(/\b(?:href|src|srcset)="([^"]+)"/g))
        links.push({ target, line });
    }
    if (node.type === 'heading') headings.push(textOf(node));
    // Reversed, so that nodes are met in the order of the page.
    if ('children' in node) waiting.push(...[...node.children].reverse());
  }
  return { codeBlocks, links, anchors: anchorsOf(headings) };
}

/** The second heading of the same text gets `-1`, the third `-2`. */
function anchorsOf(headings: readonly string[]): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const heading of headings) {
    const base = slug(heading);
    let anchor = base;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${base}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

function textOf(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}
