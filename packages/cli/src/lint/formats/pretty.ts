import { styleText } from 'node:util';
import type { FileReport } from '@botwright/testing/files';
import type { RenderReport } from '../lint-result.ts';
import { codeFrame, printable } from './code-frame.ts';
import { describeResult, type ShownFinding, shownFindings } from './shown-finding.ts';

/** Where the output is no terminal, or one that does not say its width. */
const usualWidth = 100;
const leastWidth = 40;

type Style = Parameters<typeof styleText>[0];

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
  const number = String(place.line);
  const gap = ' '.repeat(number.length);
  const bar = paint('dim', '|');
  const width = Math.max(leastWidth, process.stdout.columns || usualWidth) - number.length - 3;
  const frame = codeFrame(text, place, width);
  return [
    `${paint([color, 'bold'], severity)} ${paint('bold', code)}: ${printable(message)}`,
    `${gap}${paint('dim', '-->')} ${name}:${place.line}:${place.column}`,
    `${paint('dim', number)} ${bar} ${frame.line}`,
    `${gap} ${bar} ${paint(color, frame.marker)}`,
    ...(hint === undefined ? [] : [`${gap} ${paint('dim', '=')} ${printable(hint)}`]),
  ].join('\n');
}

/** Colours are for terminals; `NO_COLOR` and `FORCE_COLOR` are obeyed. */
function paint(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}
