import type { SelectionOptions } from './selection.ts';

export const testFormats = ['pretty', 'json', 'junit', 'github', 'html'] as const;
export type TestFormat = (typeof testFormats)[number];

/** The arguments of `botwright test`. */
export interface TestOptions extends SelectionOptions {
  /** Files of scenarios, globs, folders; of bots with `generate`. */
  readonly files: readonly string[];
  readonly format: TestFormat;
  readonly bail?: boolean;
  /** Print the coverage. */
  readonly coverage?: boolean;
  /** Percent, of blocks and of outputs, of each bot and of all. */
  readonly minCoverage?: number;
  /** File for the coverage. */
  readonly coverageFile?: string;
  /** Write scenarios for bots without any. */
  readonly generate?: boolean;
  /** Run again when a file changes. */
  readonly watch?: boolean;
  readonly config?: string;
  readonly family?: string;
  /** Also list passed scenarios. */
  readonly verbose?: boolean;
}
