import type { FileReport } from '@botwright/testing/files';
import { renderJunit, type TestCase, type TestSuite } from '../../printing/junit.ts';
import { type RenderReport, shownFindings } from '../lint-result.ts';

/**
 * JUnit XML: a suite for each file, a failed case for each error. Warnings are output, because they fail nothing.
 *
 * @spec LC14
 */
export const render: RenderReport = ({ files }) => renderJunit('botwright lint', files.map(suiteOf));

function suiteOf(file: FileReport): TestSuite {
  const { name, unreadable } = file;
  const shown = shownFindings(file);
  const errors = shown.filter(({ severity }) => severity === 'error');
  const warnings = shown.filter(({ severity }) => severity === 'warning');
  const [first = { name: 'lint' }, ...cases] = errors.map(
    ({ code, message, hint, place, pointer = '' }): TestCase => ({
      name: `${code} ${pointer}`.trim(),
      problem: {
        kind: unreadable === undefined ? 'failure' : 'error',
        type: code,
        message,
        detail: [`${name}:${place.line}:${place.column}`, message, ...(hint === undefined ? [] : [hint])].join('\n'),
      },
    }),
  );
  const output = warnings.map(
    ({ code, message, place }) => `${name}:${place.line}:${place.column} warning ${code}: ${message}\n`,
  );
  return { name, cases: [first, ...cases], output: output.join('') };
}
