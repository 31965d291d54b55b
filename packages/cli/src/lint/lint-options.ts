export const lintFormats = ['pretty', 'json', 'sarif', 'junit', 'github', 'markdown'] as const;
export type LintFormat = (typeof lintFormats)[number];

/** The arguments of `botwright lint`. */
export interface LintOptions {
  /** Files, globs, folders; `-` is standard input. */
  readonly files: readonly string[];
  readonly format: LintFormat;
  /** Levels by code, as the user typed them. */
  readonly rules: Readonly<Record<string, string>>;
  readonly config?: string;
  readonly maxWarnings?: number;
  readonly family?: string;
  readonly fix?: boolean;
  /** Address of the Bots API. */
  readonly from?: string;
  readonly bot?: string;
  /** Id of a version; the draft when left out. */
  readonly versionId?: string;
  /** Never printed. */
  readonly token?: string;
  readonly verbose?: boolean;
  /** Version of this command line. */
  readonly toolVersion: string;
}
