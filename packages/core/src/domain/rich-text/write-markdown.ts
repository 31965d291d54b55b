import { markedBy } from './marked-by.ts';
import { type RichText, type TextForm, writeRichText } from './rich-text.ts';

const signs = { b: '**', i: '*', s: '~~' } as const;

const markdown: TextForm = {
  text: (text) => withoutEmptyLines(text).replace(/[\\`*_~[\]<|]|&(?=#?\w{1,32};)/g, '\\$&'),
  code: codeOf,
  mark: (type, content) => markedBy(signs[type], content),
  link: (label, href) => `[${label}](${href.replace(/[\\()*_~`[\]<>]/g, '\\$&')})`,
  lines: (content) =>
    content
      .trimStart()
      .replace(/^[#>+=-]/gm, '\\$&')
      .replace(/^(\d{1,9})([.)])/gm, '$1\\$2'),
};

/**
 * Writes the Markdown of a rich text. Text in the form of markup is escaped, also for readers of all of CommonMark, and
 * is text again when it is parsed. Drops white space around the line ends of a text.
 *
 * @spec RX15
 */
export function markdownOf(rich: RichText): string {
  return writeRichText(rich, markdown);
}

/** An empty line would end the paragraph, and the marks around it. */
function withoutEmptyLines(text: string): string {
  const [first = '', ...others] = text.split('\n');
  if (others.length === 0) return text;
  const last = others.pop() ?? '';
  const between = others.map((line) => line.trim()).filter((line) => line !== '');
  return [first.trimEnd(), ...between, last.trimStart()].join('\n');
}

/** Encloses code in more backticks than it has in a row. */
function codeOf(code: string): string {
  let most = 0;
  for (const [run] of code.matchAll(/`+/g)) most = Math.max(most, run.length);
  const fence = '`'.repeat(most + 1);
  const space = /^[ `]|[ `]$/.test(code) && code.trim() !== '' ? ' ' : '';
  return `${fence}${space}${code}${space}${fence}`;
}
