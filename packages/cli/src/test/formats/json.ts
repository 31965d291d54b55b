import { encodeCoverage, type ScenarioResult } from '@botwright/testing';
import type { FileFault } from '@botwright/testing/scenario-files';
import { printableJson } from '../../printing/printable.ts';
import type { RenderResult } from '../test-result.ts';

type Place = FileFault['place'];

/** For programs. @spec TC12 */
export const render: RenderResult = ({ files, coverage, fileOf, isCoverageShown, tooLittle, ...counts }) => {
  const { passed, failed, notRun: not_run, unreadable, refused } = counts;
  return printableJson(
    {
      passed,
      failed,
      not_run,
      unreadable,
      refused,
      files: files.map(({ name, bot, results, faults }) => ({
        file: name,
        ...(bot !== undefined && { bot }),
        scenarios: results.map(encodeResult),
        ...(faults.length > 0 && { faults: faults.map(encodeFault) }),
      })),
      ...(isCoverageShown && { coverage: encodeCoverage(coverage, fileOf) }),
      ...(tooLittle.length > 0 && { too_little: tooLittle }),
    },
    2,
  );
};

function encodeResult({ name, ok, failure }: ScenarioResult): object {
  if (failure === undefined) return { name, ok };
  const { message, diff, path, place } = failure;
  return { name, ok, failure: { message, diff, path, ...(place && encodePlace(place)) } };
}

function encodeFault({ code, message, place }: FileFault): object {
  return { ...(code !== undefined && { code }), message, file: place.file, ...encodePlace(place) };
}

function encodePlace({ line, column, endLine, endColumn }: Place): object {
  return { line, column, end_line: endLine, end_column: endColumn };
}
