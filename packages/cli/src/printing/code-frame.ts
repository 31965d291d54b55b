import type { Place } from '@botwright/testing/files';
import { printable } from './printable.ts';

/** The line of a finding, and a line that marks its place. Neither has control characters. */
export interface CodeFrame {
  readonly line: string;
  readonly marker: string;
}

/** How much of a line is shown before its place when it is cut. */
const before = 20;

/**
 * Shows the line that a place begins in, cut where it is longer than `width`.
 *
 * @param lines - Of the whole text. It is split once for all that is shown of it, since that may be thousands of places.
 * @param width - In UTF-16 units.
 * @spec LC11
 */
export function codeFrame(
  lines: readonly string[],
  { line, column, endLine, endColumn }: Place,
  width: number,
): CodeFrame {
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
