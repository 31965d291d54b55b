import type { FileReport } from '@botwright/testing/files';
import type { RenderReport } from '../lint-result.ts';
import { printable } from './code-frame.ts';
import { describeResult, type ShownFinding, shownFindings } from './shown-finding.ts';

/** Workflow commands of GitHub Actions, which become annotations. @spec LC15 */
export const render: RenderReport = (result) =>
  [
    ...result.files.flatMap((file) => shownFindings(file).map((finding) => renderCommand(file, finding))),
    describeResult(result),
  ].join('\n');

function renderCommand({ name }: FileReport, { code, severity, message, hint, place }: ShownFinding): string {
  const properties = {
    file: name,
    line: place.line,
    // GitHub takes columns for one line only.
    ...(place.endLine === place.line
      ? { col: place.column, endColumn: place.endColumn }
      : { col: place.column, endLine: place.endLine }),
    title: code,
  };
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  const text = printable(hint === undefined ? message : `${message} ${hint}`);
  return `::${severity} ${list.join(',')}::${escapeData(text)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
