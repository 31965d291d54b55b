import { paint } from '../../printing/paint.ts';
import { printable } from '../../printing/printable.ts';
import { describe, groupDifferences, lostReasons, nameOf, names, type RenderReplay } from '../replay-result.ts';

const mostGroups = 20;

/** For people at a terminal. @spec JR22 */
export const render: RenderReplay = (report) => {
  const groups = groupDifferences(report);
  const sections = groups.slice(0, mostGroups).map(({ kind, block, count, first, conversation }) => {
    const place = block === undefined ? '' : ` at block ${paint('bold', printable(block))}`;
    const name = nameOf(conversation);
    const input = report.hasWords ? `: ${printable(first.visitor)}` : '';
    return [
      `${paint('yellow', names[kind])}${place}: ${count.toLocaleString('en')}`,
      `  ${count === 1 ? '' : 'such as '}${name}, input ${first.turn}${input}`,
      ...(report.hasWords
        ? [
            ...(first.expected ?? []).map((line) => `    ${paint('red', `- ${printable(line)}`)}`),
            ...first.said.map((line) => `    ${paint('green', `+ ${printable(line)}`)}`),
          ]
        : []),
    ].join('\n');
  });
  const more = groups.length > mostGroups ? [`… and ${groups.length - mostGroups} more blocks.`] : [];
  const lost = lostReasons(report).map(
    ([why, count]) => `${names.not_replayable}: ${count}, because ${printable(why)}`,
  );
  return [...sections, ...more, ...(lost.length > 0 ? [lost.join('\n')] : []), describe(report)].join('\n\n');
};
