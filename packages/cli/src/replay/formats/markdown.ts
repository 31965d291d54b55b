import { escapeMarkdown } from '../../printing/escape-markdown.ts';
import {
  describe,
  errorLines,
  groupDifferences,
  inLine,
  lostReasons,
  names,
  type RenderReplay,
} from '../replay-result.ts';

/** A comment of GitHub has at most 65,536 characters. */
const mostRows = 40;

/** UTF-16 units of a cell, before it is escaped. */
const longestCell = 200;

/** For the comment of a pull request. @spec JR22, JR24 */
export const render: RenderReplay = (report) => {
  const { hasWords } = report;
  const groups = groupDifferences(report);
  const rows = groups.slice(0, mostRows).map(({ kind, block = '', count, first }) => {
    const words = hasWords
      ? [cell([first.visitor]), cell(first.expected ?? ['?']), cell([...first.said, ...errorLines(first)])]
      : [];
    return `| ${[cell([block]), names[kind], count.toLocaleString('en'), ...words].join(' | ')} |`;
  });
  const words = hasWords ? [' Visitor | Expected | Said |', '---|---|---|'] : ['', ''];
  const table =
    rows.length === 0 ? [] : [`| Block | | Conversations |${words[0]}`, `|---|---|---|${words[1]}`, ...rows, ''];
  const more = groups.length > mostRows ? [`… and ${groups.length - mostRows} more blocks.`, ''] : [];
  const lost = lostReasons(report)
    .slice(0, mostRows)
    .map(([why, count]) => `- ${count} ${names.not_replayable}: ${cell([why])}`);
  const list = lost.length === 0 ? [] : [...lost, ''];
  return ['### botwright replay', '', ...table, ...more, ...list, escapeMarkdown(describe(report))].join('\n');
};

function cell(lines: readonly string[]): string {
  const text = inLine(...lines);
  return escapeMarkdown(text.length > longestCell ? `${text.slice(0, longestCell)}…` : text);
}
