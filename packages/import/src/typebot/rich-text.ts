import type { JsonValue } from '@botwright/core/diagram';
import { isObject, listOf, member, textOf } from '../json.ts';
import { textOfHtml } from '../plain-texts.ts';
import type { Variables } from './texts.ts';

/** The text of a bubble. */
export interface BubbleText {
  readonly text: string;
  readonly format: 'plain' | 'markdown';
  readonly dropped: readonly string[];
  /** Marks that the text has no form for. */
  readonly unmarked: readonly string[];
  /** The text was taken from HTML. */
  readonly isFromHtml: boolean;
}

/** Nested elements. */
const deepest = 40;

/** Reads the text of a bubble, with its marks as markdown if the host's blocks show it. */
export function readBubbleText(content: JsonValue | undefined, variables: Variables, hasMarkdown: boolean): BubbleText {
  const rich = listOf(member(content, 'richText'));
  if (rich.length === 0) return readPlainText(content, variables);
  const isMarkdown = hasMarkdown && hasMarks(rich);
  const state: State = { variables, isMarkdown, dropped: [], unmarked: new Set() };
  const text = rich.map((element) => block(element, state, 0)).join('\n');
  return {
    text: text.replace(/\s+$/u, ''),
    format: isMarkdown ? 'markdown' : 'plain',
    dropped: state.dropped,
    unmarked: [...state.unmarked],
    isFromHtml: false,
  };
}

interface State {
  readonly variables: Variables;
  readonly isMarkdown: boolean;
  readonly dropped: string[];
  readonly unmarked: Set<string>;
}

const marks = { bold: '**', italic: '*', strikethrough: '~~', code: '`' } as const;

function hasMarks(elements: readonly JsonValue[], depth = 0): boolean {
  return elements.some((element) => {
    if (!isObject(element) || depth > deepest) return false;
    const isMarked = Object.keys(marks).some((mark) => member(element, mark) === true);
    const type = textOf(member(element, 'type'));
    return isMarked || ['a', 'ul', 'ol'].includes(type) || hasMarks(listOf(member(element, 'children')), depth + 1);
  });
}

function block(element: JsonValue, state: State, depth: number): string {
  const type = textOf(member(element, 'type'));
  const children = listOf(member(element, 'children'));
  if (depth > deepest) return '';
  if (type === 'ul' || type === 'ol') {
    const items = children.map((item, at) => {
      const sign = type === 'ul' ? '- ' : `${at + 1}. `;
      return sign + inlines([item], state, depth + 1).replace(/\s*\n\s*/g, ' ');
    });
    return items.join('\n');
  }
  if (/^(?:h[1-6]|blockquote|code_block)$/.test(type)) state.unmarked.add(type);
  const isOfBlocks = children.some((child) => /^(?:p|ul|ol|li|lic|h[1-6])$/.test(textOf(member(child, 'type'))));
  return isOfBlocks
    ? children.map((child) => block(child, state, depth + 1)).join('\n')
    : inlines(children, state, depth);
}

function inlines(elements: readonly JsonValue[], state: State, depth: number): string {
  if (depth > deepest) return '';
  return elements
    .map((element) => {
      const type = textOf(member(element, 'type'));
      const children = listOf(member(element, 'children'));
      if (type === 'a') return link(element, children, state, depth);
      if (typeof member(element, 'text') === 'string') return leaf(element, state);
      const isBlock = /^(?:p|li|lic|ul|ol)$/.test(type);
      return inlines(children, state, depth + 1) + (isBlock && elements.length > 1 ? ' ' : '');
    })
    .join('');
}

function link(element: JsonValue, children: readonly JsonValue[], state: State, depth: number): string {
  const label = inlines(children, { ...state, isMarkdown: false }, depth + 1).trim();
  const { text: url, dropped } = state.variables.fill(member(element, 'url'));
  state.dropped.push(...dropped);
  if (url === '' || url === label) return state.isMarkdown && url === '' ? escapeMarkdown(label) : label;
  if (!state.isMarkdown) {
    state.unmarked.add('link');
    return `${label} (${url})`;
  }
  if (!/^(?:https?:|mailto:|tel:|@\{)/i.test(url)) {
    state.unmarked.add('link');
    return escapeMarkdown(label);
  }
  return `[${escapeMarkdown(label)}](${url.replace(/[()\s]/g, encodeURIComponent)})`;
}

function leaf(element: JsonValue, state: State): string {
  const { text, dropped } = state.variables.fill(
    member(element, 'text'),
    state.isMarkdown ? escapeMarkdown : undefined,
  );
  state.dropped.push(...dropped);
  if (member(element, 'underline') === true) state.unmarked.add('underline');
  const [, before = '', inner = '', after = ''] = /^(\s*)(.*?)(\s*)$/su.exec(text) ?? [];
  if (inner === '') return text;
  const wanted = Object.entries(marks).filter(([mark]) => member(element, mark) === true);
  if (!state.isMarkdown) {
    for (const [mark] of wanted) state.unmarked.add(mark);
    return text;
  }
  const marked = wanted.reduce((inside, [, sign]) => `${sign}${inside}${sign}`, inner);
  return before + marked + after;
}

/** Writes characters that mean something in markdown as themselves. References to Fields are not escaped. */
function escapeMarkdown(text: string): string {
  return text
    .split(/(@\{[^{}]*\})/)
    .map((part, at) =>
      at % 2 === 1 ? part : part.replace(/[\\*~`[\]]/g, '\\$&').replace(/^(\s*)(-|\d+\.) /gm, '$1\\$2 '),
    )
    .join('');
}

/** Older versions have HTML, or a plain text. */
function readPlainText(content: JsonValue | undefined, variables: Variables): BubbleText {
  const plain = textOf(member(content, 'plainText'));
  const html = textOf(member(content, 'html'));
  const { text, dropped } = variables.fill(plain === '' ? textOfHtml(html) : plain);
  const isFromHtml = /<(?!\/?(?:div|p|br)\b)[a-z]/i.test(html);
  return { text: text.replace(/\s+$/u, ''), format: 'plain', dropped, unmarked: [], isFromHtml };
}
