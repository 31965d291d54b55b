export interface PushOptions {
  /** Files, globs, folders; none: those of the config of the project. */
  readonly files: readonly string[];
  /** Address of the Bots API. */
  readonly to?: string;
  /** Overwrite what changed on the server. */
  readonly force?: boolean;
  /** Create bots for files that name none. */
  readonly create?: boolean;
  /** Of bots that are created; needed where the token has several. */
  readonly workspace?: number;
  readonly dryRun?: boolean;
  /** Never printed. */
  readonly token?: string;
}
