import { escapeMarkdown } from '../../printing/escape-markdown.ts';
import { describeResult, type RenderReport, shownFindings } from '../lint-result.ts';

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
