import type { FileReport, LintReport, Place } from '@botwright/testing/files';

/** The result to print: findings and outcome. */
export interface LintResult extends LintReport {
  /** `undefined`: no maximum. */
  readonly maxWarnings: number | undefined;
  /** Version of this command line. */
  readonly toolVersion: string;
}

/** Renders a report for standard output, without the last line end. */
export type RenderReport = (result: LintResult) => string;

/** A finding in the form that all formats show. An unreadable file also has one. */
export interface ShownFinding {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly hint?: string;
  readonly place: Place;
  /** Into the diagram. */
  readonly pointer?: string;
}

/** The code of a file that does not parse as a bot. */
const unreadableCode = 'unreadable';

export function shownFindings({ findings, unreadable }: FileReport): readonly ShownFinding[] {
  return unreadable === undefined ? findings : [{ ...unreadable, code: unreadableCode, severity: 'error' }];
}

/** One sentence for people, such as `2 errors and 1 warning in 1 of 3 files.` */
export function describeResult({ files, errors, warnings, unreadable, maxWarnings, skipped }: LintResult): string {
  const affected = files.filter((file) => shownFindings(file).length > 0).length;
  const found = [
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
    ...(unreadable > 0 ? [count(unreadable, 'unreadable file')] : []),
  ];
  const all = count(files.length, 'file');
  const others =
    skipped.length === 0
      ? ''
      : ` ${count(skipped.length, 'JSON file')} without a bot (--verbose lists the skipped files).`;
  if (affected === 0) return `${all} checked, and nothing found.${others}`;
  const tooMany =
    maxWarnings !== undefined && warnings > maxWarnings
      ? ` More warnings than the ${maxWarnings} that are allowed.`
      : '';
  const where = files.length === 1 ? '' : ` in ${affected} of ${all}`;
  return `${new Intl.ListFormat('en-GB').format(found)}${where}.${tooMany}${others}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
