export interface PullOptions {
  /** Uuids or numbers of bots; empty: all bots outside the trash. */
  readonly bots: readonly string[];
  /** Address of the Bots API. */
  readonly from?: string;
  /** The target folder. */
  readonly to: string;
  /** Also fetch the versions. */
  readonly versions?: boolean;
  /** Overwrite local changes that were not pushed. */
  readonly force?: boolean;
  readonly dryRun?: boolean;
  /** Never printed. */
  readonly token?: string;
}
