import { toMermaid } from '@botwright/graph';
import { escapeMarkdown } from '../../printing/escape-markdown.ts';
import type { DiffResult, RenderDiff } from '../diff-result.ts';
import { type ReviewedBlock, summaryOf } from '../review.ts';
import type { ValueChange } from '../value-changes.ts';
import { valueText, wordChanges } from '../word-changes.ts';

/** A comment of GitHub has 65,536 characters at most; something may be written above it. */
const mostCharacters = 60_000;

/** A larger picture is not readable in a comment. */
const mostDrawn = 60;
const longestPicture = 20_000;

/** For the comment of a pull request. @spec DD10, DD11, DD12 */
export const render: RenderDiff = (result) => {
  const { before, after, review, isSame } = result;
  const names = `${code(before.name)} → ${code(after.name)}`;
  if (isSame) return ['### botwright diff', '', `${names}: the same.`].join('\n');
  const head = ['### botwright diff', '', `${names}: ${summaryOf(review)}.`, '', ...picture(result)].join('\n');
  return bounded(head, [...blockParts(result), ...connectionParts(result), ...otherParts(result)]);
};

/** Leaves out the last parts of what is too long, and says how many. */
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
  const drawn = toMermaid(after.diagram, { before: before.diagram });
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
    ...blocks.renamed.map((block) => `- ✏️ ${nameOf(block)} was ${code(block.before)}\n`),
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
    ...added.map((connection) => `- ➕ ${code(connection)}\n`),
    ...removed.map((connection) => `- ➖ ${code(connection)}\n`),
    ...changed.map(({ connection, values }) => valueDetails(`✏️ ${code(connection)}`, values)),
    ...(followed === 0 ? [] : [`- ${followed} more follow renamed blocks\n`]),
  ];
  return lines.length === 0 ? [] : ['#### Connections\n', ...lines];
}

function otherParts({ review: { others } }: DiffResult): readonly string[] {
  return others.length === 0 ? [] : [valueDetails('✏️ other values of the diagram', others)];
}

function valueDetails(summary: string, values: readonly ValueChange[]): string {
  const rows = values.map((change) => {
    const words = wordChanges(change);
    if (words === undefined) return [change.path, code(valueText(change.before)), code(valueText(change.after))];
    const side = (left: 'removed' | 'added', tag: string) =>
      words
        .filter(({ kind }) => kind === 'same' || kind === left)
        .map(({ text, kind }) => (kind === 'same' ? escapeMarkdown(text) : `<${tag}>${escapeMarkdown(text)}</${tag}>`))
        .join('');
    return [change.path, `<code>${side('removed', 'del')}</code>`, `<code>${side('added', 'ins')}</code>`];
  });
  return details(summary, ['Path', 'Before', 'After'], rows);
}

/** Rows whose first cell is text and whose other cells are Markdown. */
function details(summary: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = rows.map(([path = '', ...cells]) => `| ${[code(path), ...cells].join(' | ')} |`);
  if (lines.length === 0) return `- ${summary}\n`;
  const table = [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...lines];
  return ['<details><summary>', `${summary}</summary>\n`, ...table, '', '</details>\n'].join('\n').replace('\n', '');
}

function nameOf({ id, kind, name }: ReviewedBlock): string {
  return [code(id), ...(name === undefined ? [] : [code(name)]), code(kind)].join(' ');
}

const mostListed = 30;

function shortList(ids: readonly string[]): string {
  const more = ids.length > mostListed ? ` and ${ids.length - mostListed} more` : '';
  return `${ids.slice(0, mostListed).map(code).join(', ')}${more}`;
}

/** GitHub looks for people to notify everywhere but in code, after characters were unescaped. */
function code(text: string): string {
  return text === '' ? '' : `<code>${escapeMarkdown(text)}</code>`;
}
