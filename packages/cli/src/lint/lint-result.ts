import type { LintReport } from '@botwright/testing/files';

/** The result to print: findings and outcome. */
export interface LintResult extends LintReport {
  /** `undefined`: no maximum. */
  readonly maxWarnings: number | undefined;
  /** Version of this command line. */
  readonly toolVersion: string;
}

/** Renders a report for standard output, without the last line end. */
export type RenderReport = (result: LintResult) => string;
