/** The flags of `botwright chat`. */
export interface ChatOptions {
  /** Uuid or number. */
  readonly bot: string;
  /** Talk to the test deployment instead of the live version. */
  readonly isTest: boolean;
  /** The data folder of a server. */
  readonly data: string;
  readonly configFile?: string;
  readonly brand?: string;
}
