export interface PullOptions {
  /** Uuids or numbers of bots; none: all that are not in the trash. */
  readonly bots: readonly string[];
  /** Address of the Bots API. */
  readonly from?: string;
  /** The folder. */
  readonly to: string;
  /** Also the versions. */
  readonly versions?: boolean;
  /** Overwrite what was changed in a file and not pushed. */
  readonly force?: boolean;
  readonly dryRun?: boolean;
  /** Never printed. */
  readonly token?: string;
}
