import type { FileReport } from '@botwright/testing/files';
import { codeBlock } from '../../printing/code-block.ts';
import { paint, type Style } from '../../printing/paint.ts';
import { printable } from '../../printing/printable.ts';
import type { RenderReport } from '../lint-result.ts';
import { describeResult, type ShownFinding, shownFindings } from './shown-finding.ts';

/** For people: each finding with its place, its line and its hint. @spec LC11 */
export const render: RenderReport = (result) => {
  const findings = result.files.flatMap((file) => [
    ...shownFindings(file).map((finding) => renderFinding(file, finding)),
    ...(file.total > file.findings.length ? [`${file.name}: and ${file.total - file.findings.length} more`] : []),
  ]);
  const fixes = result.files.flatMap(({ name, fixes }) =>
    fixes.map(({ message }) => `${paint('green', 'fixed')} ${name}: ${printable(message)}`),
  );
  return [...findings, ...(fixes.length > 0 ? [fixes.join('\n')] : []), describeResult(result)].join('\n\n');
};

function renderFinding({ name, text = '' }: FileReport, finding: ShownFinding): string {
  const { code, severity, message, hint, place } = finding;
  const color: Style = severity === 'error' ? 'red' : 'yellow';
  const gap = ' '.repeat(String(place.line).length);
  return [
    `${paint([color, 'bold'], severity)} ${paint('bold', code)}: ${printable(message)}`,
    ...codeBlock(name, text, place, color),
    ...(hint === undefined ? [] : [`${gap} ${paint('dim', '=')} ${printable(hint)}`]),
  ].join('\n');
}
