import { renderAnnotation } from '../../printing/annotation.ts';
import { printable } from '../../printing/printable.ts';
import {
  countDifferent,
  describe,
  errorLines,
  groupDifferences,
  markedLines,
  names,
  type RenderReplay,
} from '../replay-result.ts';

/** GitHub shows ten annotations of a kind for a step. */
const mostShown = 10;

/** Workflow commands of GitHub Actions, which become annotations. @spec JR22 */
export const render: RenderReplay = (report) => {
  const { file, places, maxDifferent, hasWords } = report;
  const isFailure = maxDifferent !== undefined && countDifferent(report) > maxDifferent;
  const annotations = groupDifferences(report)
    .slice(0, mostShown)
    .map(({ kind, block, count, first }) => {
      const place = places?.get(block ?? '');
      return renderAnnotation({
        severity: isFailure ? 'error' : 'warning',
        ...(file !== undefined && { file }),
        ...(place !== undefined && { place }),
        title: `replay: ${count.toLocaleString('en')} ${names[kind]}${block === undefined ? '' : ` at block ${block}`}`,
        text: hasWords
          ? [
              ...markedLines('-', first.expected ?? []),
              ...markedLines('+', [...first.said, ...errorLines(first)]),
            ].join('\n')
          : describe(report),
      });
    });
  return [...annotations, printable(describe(report))].join('\n');
};
