import type { Place } from '@botwright/testing/files';
import { paint, type Style } from './paint.ts';
import { printable } from './printable.ts';

/** Characters shown before the place in a cut line. */
const before = 20;

/**
 * Shows the first line of a place, cut at `width`, and a line that marks the place. Both have no control characters.
 *
 * @param lines - All lines of the text, split once for thousands of places.
 * @param width - In UTF-16 units.
 * @spec LC11
 */
export function codeFrame(
  lines: readonly string[],
  { line, column, endLine, endColumn }: Place,
  width: number,
): { readonly line: string; readonly marker: string } {
  const whole = lines[line - 1] ?? '';
  const start = column - 1;
  const end = endLine === line ? Math.max(endColumn - 1, start + 1) : Math.max(whole.length, start + 1);
  const from = whole.length <= width ? 0 : Math.max(0, Math.min(start - before, whole.length - width));
  const to = Math.min(whole.length, from + width);
  const shown = `${from > 0 ? '…' : ''}${whole.slice(from > 0 ? from + 1 : from, to)}`;
  const cut = to < whole.length ? `${shown.slice(0, -1)}…` : shown;
  const length = Math.max(1, Math.min(end, to) - start);
  return { line: printable(cut), marker: `${' '.repeat(start - from)}${'^'.repeat(length)}` };
}

/** The lines of a text, for {@link codeFrame}. */
export function splitLines(text: string): readonly string[] {
  return text.split(/\r?\n/);
}

/** The width for other outputs, and for terminals without a width. */
const usualWidth = 100;
const leastWidth = 40;

/** The place of a finding in a file, its line, and a mark below; each in a line for people. @spec LC11, TC11 */
export function codeBlock(file: string, lines: readonly string[], place: Place, style: Style): readonly string[] {
  const number = String(place.line);
  const gap = ' '.repeat(number.length);
  const bar = paint('dim', '|');
  const width = Math.max(leastWidth, process.stdout.columns || usualWidth) - number.length - 3;
  const frame = codeFrame(lines, place, width);
  return [
    `${gap}${paint('dim', '-->')} ${printable(file)}:${place.line}:${place.column}`,
    `${paint('dim', number)} ${bar} ${frame.line}`,
    `${gap} ${bar} ${paint(style, frame.marker)}`,
  ];
}
