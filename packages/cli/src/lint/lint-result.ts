import type { LintReport } from '@botwright/testing/files';

/** What is printed: what was found, and how it ends. */
export interface LintResult extends LintReport {
  /** `undefined`: there may be any number. */
  readonly maxWarnings: number | undefined;
  /** Of this command line. */
  readonly toolVersion: string;
}

/** Renders a report for standard output, without the last line end. */
export type RenderReport = (result: LintResult) => string;
