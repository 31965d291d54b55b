export const testFormats = ['pretty', 'json', 'junit', 'github'] as const;
export type TestFormat = (typeof testFormats)[number];

/** What `botwright test` was asked for. */
export interface TestOptions {
  /** Files of scenarios, globs, folders; of bots with `generate`. */
  readonly files: readonly string[];
  readonly format: TestFormat;
  /** Source of a regular expression: scenarios whose name it matches are run. */
  readonly name?: string;
  readonly bail?: boolean;
  /** Print what was covered. */
  readonly coverage?: boolean;
  /** Percent, of blocks and of outputs, of each bot and of all. */
  readonly minCoverage?: number;
  /** File to write what was covered to. */
  readonly coverageFile?: string;
  /** Write scenarios for bots that have none. */
  readonly generate?: boolean;
  /** Run again when a file changes. */
  readonly watch?: boolean;
  readonly config?: string;
  readonly family?: string;
  /** List scenarios that passed, too. */
  readonly verbose?: boolean;
}
