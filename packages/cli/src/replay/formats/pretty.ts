import { paint } from '../../printing/paint.ts';
import { printable } from '../../printing/printable.ts';
import {
  describe,
  groupDifferences,
  inLine,
  lostReasons,
  markedLines,
  nameOf,
  names,
  type RenderReplay,
} from '../replay-result.ts';

const mostGroups = 20;

/** For people at a terminal. @spec JR22 */
export const render: RenderReplay = (report) => {
  const groups = groupDifferences(report);
  const sections = groups.slice(0, mostGroups).map(({ kind, block, count, first, conversation }) => {
    const place = block === undefined ? '' : ` at block ${paint('bold', printable(block))}`;
    const name = nameOf(conversation);
    const { error } = first;
    const inputOf = ({ turn, visitor }: Pick<typeof first, 'turn' | 'visitor'>) =>
      `input ${turn}${report.hasWords ? `: ${printable(inLine(visitor))}` : ''}`;
    const linesOf = (mark: '+' | '-', lines: readonly string[] = []) =>
      report.hasWords
        ? markedLines(mark, lines).map((line) => `    ${paint(mark === '+' ? 'green' : 'red', printable(line))}`)
        : [];
    return [
      `${paint('yellow', names[kind])}${place}: ${count.toLocaleString('en')}`,
      `  ${count === 1 ? '' : 'such as '}${name}, ${inputOf(first)}`,
      ...linesOf('-', first.expected),
      ...linesOf('+', first.said),
      ...(error === undefined ? [] : [`  then the error, ${inputOf(error)}`, ...linesOf('+', error.said)]),
    ].join('\n');
  });
  const more = groups.length > mostGroups ? [`… and ${groups.length - mostGroups} more blocks.`] : [];
  const lost = lostReasons(report).map(
    ([why, count]) => `${names.not_replayable}: ${count}, because ${printable(why)}`,
  );
  return [...sections, ...more, ...(lost.length > 0 ? [lost.join('\n')] : []), describe(report)].join('\n\n');
};
