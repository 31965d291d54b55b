import { renderPlace } from '@botwright/testing';
import { type Annotation, renderAnnotation } from '../../printing/annotation.ts';
import { coverageTable, describeResult, describeTooLittle, type RenderResult } from '../test-result.ts';

/** Workflow commands of GitHub Actions, which become annotations. @spec TC14 */
export const render: RenderResult = (result) => {
  const { files, tooLittle, minCoverage = 0 } = result;
  const annotations = files.flatMap(({ name, faults, results }): Annotation[] => [
    ...faults.map(({ code = 'unreadable', message, place }) => ({
      severity: 'error' as const,
      file: place.file ?? name,
      place,
      title: code,
      text: message,
    })),
    ...results.flatMap(({ name: title, failure }) => {
      if (failure === undefined) return [];
      const { message, diff, place, usedAt } = failure;
      const text = [message, ...(usedAt === undefined ? [] : [`Used at ${renderPlace(usedAt)}.`]), ...diff].join('\n');
      return [{ severity: 'error' as const, file: place?.file ?? name, ...(place && { place }), title, text }];
    }),
  ]);
  const missed = tooLittle.map((each): Annotation => {
    const text = describeTooLittle(each, minCoverage);
    return { severity: 'error', ...(each.file !== undefined && { file: each.file }), title: 'coverage', text };
  });
  const table = coverageTable(result);
  return [
    // Several files may have scenarios of one broken bot; report it once.
    ...new Set([...annotations, ...missed].map(renderAnnotation)),
    ...(table === '' ? [] : [table]),
    describeResult(result),
  ].join('\n');
};
