import { renderPlace } from '@botwright/testing';
import { renderJunit, type TestCase, type TestSuite } from '../../printing/junit.ts';
import {
  coverageTable,
  describeTooLittle,
  type RenderResult,
  type TestedFile,
  type TestResult,
} from '../test-result.ts';

/**
 * JUnit XML: a suite for each file, a case for each scenario. A file that cannot be run has a case for each reason;
 * insufficient coverage is a case too.
 *
 * @spec TC13
 */
export const render: RenderResult = (result) =>
  renderJunit('botwright test', [...result.files.flatMap(suiteOf), ...suiteOfCoverage(result)]);

/** A file without a run scenario has no suite: an XSD requires a case in it. */
function suiteOf({ name, results, skipped, faults }: TestedFile): readonly TestSuite[] {
  const ran = results.map(({ name: scenario, failure }): TestCase => {
    if (failure === undefined) return { name: scenario };
    const { message, place, usedAt, diff } = failure;
    const places = [place, usedAt].flatMap((each) => (each === undefined ? [] : [renderPlace(each)]));
    const detail = [...places, message, ...diff].join('\n');
    return { name: scenario, problem: { kind: 'failure', type: 'scenario', message, detail } };
  });
  const prevented = faults.map(({ code, message, place }): TestCase => {
    const detail = `${renderPlace(place)}\n${message}`;
    const type = code ?? 'unreadable';
    return { name: type, problem: { kind: code === undefined ? 'error' : 'failure', type, message, detail } };
  });
  const left = skipped.map(({ name: scenario, reason }): TestCase => ({ name: scenario, skipped: reason }));
  const [first, ...others] = [...prevented, ...ran, ...left];
  return first === undefined ? [] : [{ name, cases: [first, ...others] }];
}

function suiteOfCoverage(result: TestResult): readonly TestSuite[] {
  const { isCoverageShown, minCoverage = 0, tooLittle } = result;
  if (!isCoverageShown && result.minCoverage === undefined) return [];
  const [first = { name: 'coverage' }, ...others] = tooLittle.map((each): TestCase => {
    const message = describeTooLittle(each, minCoverage);
    const name = `${each.what} of ${each.file ?? 'all bots'}`;
    return { name, problem: { kind: 'failure', type: 'coverage', message, detail: message } };
  });
  return [{ name: 'coverage', cases: [first, ...others], output: coverageTable(result) }];
}
