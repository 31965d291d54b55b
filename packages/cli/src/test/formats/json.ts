import { encodeCoverage } from '@botwright/testing';
import type { FileFault } from '@botwright/testing/scenario-files';
import { printableJson } from '../../printing/printable.ts';
import type { PrintedResult, RenderResult } from '../test-result.ts';

type Place = FileFault['place'];

/** For programs. @spec TC12 */
export const render: RenderResult = ({ files, coverage, fileOf, isCoverageShown, tooLittle, ...counts }) => {
  const { passed, failed, skipped, notRun: not_run, unreadable, refused } = counts;
  return printableJson(
    {
      passed,
      failed,
      skipped,
      not_run,
      unreadable,
      refused,
      files: files.map(({ name, bot, results, skipped: left, faults }) => ({
        file: name,
        ...(bot !== undefined && { bot }),
        scenarios: results.map(encodeResult),
        ...(left.length > 0 && { skipped: left }),
        ...(faults.length > 0 && { faults: faults.map(encodeFault) }),
      })),
      ...(isCoverageShown && { coverage: encodeCoverage(coverage, fileOf) }),
      ...(tooLittle.length > 0 && { too_little: tooLittle }),
    },
    2,
  );
};

function encodeResult({ name, ok, failure, attempts, unchecked }: PrintedResult): object {
  const counts = { ...(attempts !== undefined && { attempts }), ...(unchecked !== undefined && { unchecked }) };
  if (failure === undefined) return { name, ok, ...counts };
  const { message, diff, path, place, usedAt } = failure;
  const used = usedAt && { used_at: { file: usedAt.file, ...encodePlace(usedAt) } };
  const file = usedAt && { file: place?.file };
  return { name, ok, ...counts, failure: { message, diff, path, ...file, ...(place && encodePlace(place)), ...used } };
}

function encodeFault({ code, message, place }: FileFault): object {
  return { ...(code !== undefined && { code }), message, file: place.file, ...encodePlace(place) };
}

function encodePlace({ line, column, endLine, endColumn }: Place): object {
  return { line, column, end_line: endLine, end_column: endColumn };
}
