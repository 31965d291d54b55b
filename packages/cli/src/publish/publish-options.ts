export interface PublishOptions {
  /** Files, globs, folders; empty: the paths in the config of the project. */
  readonly files: readonly string[];
  /** Address of the Bots API. */
  readonly to?: string;
  /** Label of the new versions. */
  readonly label?: string;
  /** Publish drafts that are already live, too. */
  readonly force?: boolean;
  readonly dryRun?: boolean;
  /** Never printed. */
  readonly token?: string;
}
