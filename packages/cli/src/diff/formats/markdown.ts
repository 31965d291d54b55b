import { toMermaid } from '@botwright/graph';
import { asStored } from '../../bots/read-bot.ts';
import { escapeMarkdown } from '../../printing/escape-markdown.ts';
import { type DiffResult, type RenderDiff, type ReviewedBlock, summaryOf } from '../review.ts';
import type { ValueChange } from '../value-changes.ts';
import { valueText, withNames, wordChanges } from '../word-changes.ts';

/** A comment of GitHub has at most 65,536 characters; other text may precede it. */
const mostCharacters = 60_000;

/** Characters of one block, so that it leaves room for others. */
const longestTable = 12_000;
const longestCells = 6000;

/** Longer names, paths and values are cut. */
const longestText = 500;

/** A larger picture is not readable in a comment. */
const mostDrawn = 60;
const longestPicture = 20_000;

/** For the comment of a pull request. @spec DD10, DD11, DD12 */
export const render: RenderDiff = (result) => {
  const { before, after, review, isSame } = result;
  const names = `${code(before.name)} → ${code(after.name)}`;
  if (isSame) return ['### botwright diff', '', `${names}: the same.`].join('\n');
  const head = ['### botwright diff', '', `${names}: ${summaryOf(review)}.`, '', ...picture(result)].join('\n');
  const others = review.others.length === 0 ? [] : [valueDetails('✏️ other values of the diagram', review.others)];
  return bounded(head, [...blockParts(result), ...connectionParts(result), ...others]);
};

/** Leaves out the last parts of a long text, and gives their number. */
function bounded(head: string, parts: readonly string[]): string {
  let text = head;
  for (const [at, part] of parts.entries()) {
    if (text.length + part.length > mostCharacters) return `${text}\n… and ${parts.length - at} more.`;
    text += `\n${part}`;
  }
  return text;
}

function picture({ before, after }: DiffResult): readonly string[] {
  const ids = new Set([...Object.keys(before.diagram.nodes), ...Object.keys(after.diagram.nodes)]);
  if (ids.size > mostDrawn) return [];
  const drawn = toMermaid(asStored(after.diagram), { before: asStored(before.diagram) });
  if (drawn.length > longestPicture) return [];
  return ['<details><summary>Picture</summary>', '', '```mermaid', drawn.trimEnd(), '```', '', '</details>', ''];
}

function blockParts({ review: { blocks }, showsPositions }: DiffResult): readonly string[] {
  return [
    ...blocks.added.map((block) =>
      details(
        `➕ ${nameOf(block)}`,
        ['Param', 'Value'],
        block.values.map(({ path, after }) => [path, code(valueText(after))]),
      ),
    ),
    ...blocks.removed.map((block) => `- ➖ ${nameOf(block)}\n`),
    ...blocks.renamed.map((block) => `- ✏️ ${nameOf(block)} was ${code(withNames(block.before, block.id))}\n`),
    ...blocks.changed.map((block) => valueDetails(`✏️ ${nameOf(block)}`, block.values)),
    ...(blocks.moved.length === 0
      ? []
      : showsPositions
        ? blocks.moved.map((block) => valueDetails(`↔️ ${nameOf(block)} moved`, block.values))
        : [`- ↔️ moved: ${shortList(blocks.moved.map(({ id }) => id))}\n`]),
  ];
}

function connectionParts({ review: { connections } }: DiffResult): readonly string[] {
  const { added, removed, changed, followed } = connections;
  const lines = [
    ...added.map((connection) => `- ➕ ${code(withNames(connection))}\n`),
    ...removed.map((connection) => `- ➖ ${code(withNames(connection))}\n`),
    ...changed.map(({ connection, values }) => valueDetails(`✏️ ${code(connection)}`, values)),
    ...(followed === 0 ? [] : [`- ${followed} more follow renamed blocks\n`]),
  ];
  return lines.length === 0 ? [] : ['#### Connections\n', ...lines];
}

function valueDetails(summary: string, values: readonly ValueChange[]): string {
  return details(summary, ['Path', 'Before', 'After'], values.map(changeCells));
}

function changeCells(change: ValueChange): readonly string[] {
  const words = wordChanges(change);
  const side = (kept: 'removed' | 'added', tag: string): string =>
    (words ?? [])
      .filter(({ kind }) => kind === 'same' || kind === kept)
      .map(({ text, kind, names }) =>
        kind === 'same' ? escapeMarkdown(text) : `<${tag}>${escapeMarkdown(text + names)}</${tag}>`,
      )
      .join('');
  const cells = [`<code>${side('removed', 'del')}</code>`, `<code>${side('added', 'ins')}</code>`];
  const isShown = words !== undefined && cells.join('').length <= longestCells;
  return [
    change.path,
    ...(isShown ? cells : [code(valueText(change.before, change.after)), code(valueText(change.after, change.before))]),
  ];
}

/** Rows whose first cell is text and whose other cells are Markdown. */
function details(summary: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return `- ${summary}\n`;
  const lines: string[] = [];
  let length = 0;
  for (const [path = '', ...cells] of rows) {
    const line = `| ${[code(path === '' ? 'value' : withNames(path)), ...cells].join(' | ')} |`;
    length += line.length;
    if (length > longestTable) break;
    lines.push(line);
  }
  if (lines.length < rows.length)
    lines.push(`| … and ${rows.length - lines.length} more |${' |'.repeat(head.length - 1)}`);
  return [
    `<details><summary>${summary}</summary>\n`,
    `| ${head.join(' | ')} |`,
    `|${'---|'.repeat(head.length)}`,
    ...lines,
    '',
    '</details>\n',
  ].join('\n');
}

function nameOf({ id, kind, name }: ReviewedBlock): string {
  return [code(withNames(id)), ...(name === undefined ? [] : [code(name)]), code(kind)].join(' ');
}

const mostListed = 30;

function shortList(ids: readonly string[]): string {
  const more = ids.length > mostListed ? ` and ${ids.length - mostListed} more` : '';
  return `${ids.slice(0, mostListed).map(code).join(', ')}${more}`;
}

/** GitHub looks for people to notify everywhere except in code, after unescaping characters. */
function code(text: string): string {
  if (text === '') return '';
  const cut = text.length > longestText ? `${text.slice(0, longestText)}…` : text;
  return `<code>${escapeMarkdown(cut.toWellFormed())}</code>`;
}
