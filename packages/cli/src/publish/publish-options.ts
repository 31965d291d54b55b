export interface PublishOptions {
  /** Files, globs, folders; none: those of the config of the project. */
  readonly files: readonly string[];
  /** Address of the Bots API. */
  readonly to?: string;
  /** Label of the new versions. */
  readonly label?: string;
  /** Publish what is live already, too. */
  readonly force?: boolean;
  readonly dryRun?: boolean;
  /** Never printed. */
  readonly token?: string;
}
