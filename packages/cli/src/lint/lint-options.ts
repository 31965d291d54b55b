export const lintFormats = ['pretty', 'json', 'sarif', 'junit', 'github', 'markdown'] as const;
export type LintFormat = (typeof lintFormats)[number];

/** What `botwright lint` was asked for. */
export interface LintOptions {
  /** Files, globs, folders; `-` is standard input. */
  readonly files: readonly string[];
  readonly format: LintFormat;
  /** Levels by code, as they were typed. */
  readonly rules: Readonly<Record<string, string>>;
  readonly config?: string;
  readonly maxWarnings?: number;
  readonly family?: string;
  readonly fix?: boolean;
  /** Address of the Bots API. */
  readonly from?: string;
  readonly bot?: string;
  /** Of a version; the draft otherwise. */
  readonly versionId?: string;
  /** Never printed. */
  readonly token?: string;
  readonly verbose?: boolean;
  /** Of this command line. */
  readonly toolVersion: string;
}
