/** The arguments of `botwright record`. */
export interface RecordOptions {
  /** File of the bot; absent with `from`. */
  readonly file?: string;
  /** File for the scenario. */
  readonly out?: string;
  readonly name?: string;
  /** Files of the bots that jumps lead to, by number. */
  readonly linked: Readonly<Record<string, string>>;
  /** The customer's Fields before the start: JSON or text. */
  readonly fields: Readonly<Record<string, string>>;
  /** Start time in ISO 8601. */
  readonly now?: string;
  readonly config?: string;
  readonly family?: string;
  /** Address of the Bots API. */
  readonly from?: string;
  readonly bot?: string;
  /** Id of a version; the draft when left out. */
  readonly versionId?: string;
  /** Never printed. */
  readonly token?: string;
}
