import { escapeMarkdown } from '../../printing/escape-markdown.ts';
import type { RenderReport } from '../lint-result.ts';
import { describeResult, shownFindings } from './shown-finding.ts';

/** A comment of GitHub has at most 65,536 characters. */
const mostRows = 100;

/** For the comment of a pull request. @spec LC16 */
export const render: RenderReport = (result) => {
  const rows = result.files.flatMap((file) =>
    shownFindings(file).map(({ code, severity, message, hint, place }) => {
      const text = escapeMarkdown(hint === undefined ? message : `${message} ${hint}`);
      return `| ${severity} | \`${code}\` | ${escapeMarkdown(file.name)}:${place.line}:${place.column} | ${text} |`;
    }),
  );
  const table = rows.length === 0 ? [] : ['| | Rule | Place | |', '|---|---|---|---|', ...rows.slice(0, mostRows), ''];
  const more = rows.length > mostRows ? [`… and ${rows.length - mostRows} more.`, ''] : [];
  return ['### botwright lint', '', ...table, ...more, describeResult(result)].join('\n');
};
