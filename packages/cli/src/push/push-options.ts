export interface PushOptions {
  /** Files, globs, folders; empty: the paths in the config of the project. */
  readonly files: readonly string[];
  /** Address of the Bots API. */
  readonly to?: string;
  /** Overwrite changes on the server. */
  readonly force?: boolean;
  /** Create bots for files without a bot. */
  readonly create?: boolean;
  /** Workspace of created bots; required if the token has several. */
  readonly workspace?: number;
  readonly dryRun?: boolean;
  /** Never printed. */
  readonly token?: string;
}
