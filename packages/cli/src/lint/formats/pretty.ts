import { codeBlock, splitLines } from '../../printing/code-frame.ts';
import { paint, type Style } from '../../printing/paint.ts';
import { printable, printableLine } from '../../printing/printable.ts';
import { describeResult, type RenderReport, type ShownFinding, shownFindings } from '../lint-result.ts';

/** For people: each finding with its place, its line and its hint. @spec LC11 */
export const render: RenderReport = (result) => {
  const findings = result.files.flatMap((file) => {
    const shown = shownFindings(file);
    const lines = shown.length === 0 ? [] : splitLines(file.text ?? '');
    return [
      ...shown.map((finding) => renderFinding(file.name, lines, finding)),
      ...(file.total > file.findings.length
        ? [printableLine(`${file.name}: and ${file.total - file.findings.length} more`)]
        : []),
    ];
  });
  const fixes = result.files.flatMap(({ name, fixes }) =>
    fixes.map(({ message }) => `${paint('green', 'fixed')} ${printable(name)}: ${printable(message)}`),
  );
  return [...findings, ...(fixes.length > 0 ? [fixes.join('\n')] : []), describeResult(result)].join('\n\n');
};

function renderFinding(name: string, lines: readonly string[], finding: ShownFinding): string {
  const { code, severity, message, hint, place } = finding;
  const color: Style = severity === 'error' ? 'red' : 'yellow';
  const gap = ' '.repeat(String(place.line).length);
  return [
    `${paint([color, 'bold'], severity)} ${paint('bold', printable(code))}: ${printable(message)}`,
    ...codeBlock(name, lines, place, color),
    ...(hint === undefined ? [] : [`${gap} ${paint('dim', '=')} ${printable(hint)}`]),
  ].join('\n');
}
