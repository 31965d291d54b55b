import { type BotCoverage, percentOf, renderCoverage, type ScenarioResult } from '@botwright/testing';
import type { ScenarioFileReport, ScenarioFilesReport } from '@botwright/testing/scenario-files';
import { printableLine } from '../printing/printable.ts';

/** Coverage below its minimum. */
export interface TooLittle {
  /** Name of the bot's file; absent for all bots. */
  readonly file?: string;
  readonly what: 'blocks' | 'outputs';
  readonly percent: number;
}

/** With a server there is no simulated chat. */
export type PrintedResult = Omit<ScenarioResult, 'chat'> & Partial<Pick<ScenarioResult, 'chat'>>;
export type TestedFile = ScenarioFileReport<PrintedResult>;
export type TestReport = ScenarioFilesReport<PrintedResult>;

/** The result to print: scenarios and coverage. */
export interface TestResult extends TestReport {
  /** Whether the user asked for coverage. */
  readonly isCoverageShown: boolean;
  /** In percent. */
  readonly minCoverage: number | undefined;
  readonly tooLittle: readonly TooLittle[];
  readonly isVerbose: boolean;
}

/** Renders a result for standard output, without the last line end. */
export type RenderResult = (result: TestResult) => string;

/** @spec TC5 */
export function findTooLittle({ coverage, fileOf }: TestReport, minCoverage: number | undefined): readonly TooLittle[] {
  if (minCoverage === undefined) return [];
  const compare = ({ blockTally, outputTally }: Pick<BotCoverage, 'blockTally' | 'outputTally'>, file?: string) =>
    [['blocks', blockTally] as const, ['outputs', outputTally] as const].flatMap(([what, tally]): TooLittle[] => {
      const percent = percentOf(tally);
      return percent >= minCoverage ? [] : [{ ...(file !== undefined && { file }), what, percent }];
    });
  const ofBots = coverage.bots.flatMap((bot) => compare(bot, fileOf(bot)));
  // With one bot, the totals equal its row.
  return coverage.bots.length === 1 ? ofBots : [...ofBots, ...compare(coverage)];
}

/** A table of missed blocks and outputs, if requested or if coverage is too low; otherwise empty. @spec TC5 */
export function coverageTable({ coverage, fileOf, isCoverageShown, tooLittle }: TestResult): string {
  if (!isCoverageShown && tooLittle.length === 0) return '';
  return renderCoverage(coverage, { nameOf: fileOf }).split('\n').map(printableLine).join('\n');
}

export function describeTooLittle({ file = 'all bots', what, percent }: TooLittle, minCoverage: number): string {
  return `${percent} % of the ${what} of ${file} are covered, and ${minCoverage} % are wanted.`;
}

/** One line for people, such as `12 scenarios in 2 files: 11 passed, 1 failed.` */
export function describeResult(result: TestResult): string {
  const { files, passed, failed, skipped, notRun, unreadable, refused } = result;
  const results = files.flatMap((file) => file.results);
  const repeated = results.filter(({ ok, attempts = 1 }) => ok && attempts > 1).length;
  const unchecked = results.reduce((sum, each) => sum + (each.unchecked ?? 0), 0);
  const counts = [
    ...(passed > 0 ? [`${passed} passed`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(notRun > 0 ? [`${notRun} not run`] : []),
  ];
  const all = `${count(passed + failed + skipped + notRun, 'scenario')} in ${count(files.length, 'file')}`;
  const ran = [all, ...(counts.length > 0 ? [counts.join(', ')] : [])].join(': ');
  const withOnly = files.filter(({ faults }) => faults.some(({ code }) => code === 'only')).length;
  const prevented = [
    ...(repeated > 0 ? [`${count(repeated, 'scenario')} passed only when repeated`] : []),
    ...(unchecked > 0 ? [`${count(unchecked, 'expectation')} not checked, which a server does not show`] : []),
    ...(unreadable > 0 ? [`${count(unreadable, 'file')} cannot be read`] : []),
    ...(refused > withOnly ? [`${count(refused - withOnly, 'file')} with a bot that breaks rules`] : []),
    ...(withOnly > 0 ? [`${count(withOnly, 'file')} with "only"`] : []),
  ];
  return `${[ran, ...prevented].join('; ')}.`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
