import type { Place } from '@botwright/testing/files';
import { codeFrame } from './code-frame.ts';
import { paint, type Style } from './paint.ts';
import { printable } from './printable.ts';

/** For output that is not a terminal, or a terminal without a width. */
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
