import type { SelectionOptions } from './selection.ts';

export const testFormats = ['pretty', 'json', 'junit', 'github', 'html'] as const;
export type TestFormat = (typeof testFormats)[number];
/** The formats of changed bots and of random visitors. @spec MU23 */
export type ListFormat = Exclude<TestFormat, 'html'>;

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
  /** Change the bots, and run their scenarios. */
  readonly mutate?: boolean;
  /** Percent of the changes that a scenario has to notice, of each bot. */
  readonly minScore?: number;
  /** File for a picture of the survivors. */
  readonly picture?: string;
  /** How many random visitors talk to each bot. */
  readonly visitors?: number;
  readonly seed?: number;
  /** Write the scenarios that were found next to each bot. */
  readonly write?: boolean;
  /** Run again when a file changes. */
  readonly watch?: boolean;
  readonly config?: string;
  readonly family?: string;
  /** Also list passed scenarios. */
  readonly verbose?: boolean;
}
