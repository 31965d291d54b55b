/** What `botwright record` was asked for. */
export interface RecordOptions {
  /** File of the bot; absent with `from`. */
  readonly file?: string;
  /** File to write the scenario to. */
  readonly out?: string;
  readonly name?: string;
  /** Files of the bots that jumps go to, by number. */
  readonly linked: Readonly<Record<string, string>>;
  /** The customer's Fields before the start: JSON, or a text. */
  readonly fields: Readonly<Record<string, string>>;
  /** When it begins, as ISO 8601 writes it. */
  readonly now?: string;
  readonly config?: string;
  readonly family?: string;
  /** Address of the Bots API. */
  readonly from?: string;
  readonly bot?: string;
  /** Of a version; the draft otherwise. */
  readonly versionId?: string;
  /** Never printed. */
  readonly token?: string;
}
