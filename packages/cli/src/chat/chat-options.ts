/** The flags of `botwright chat`. */
export interface ChatOptions {
  /** Uuid or number. */
  readonly bot: string;
  /** Talk to what was deployed to the test channel, not to the live version. */
  readonly isTest: boolean;
  /** The data folder of a server. */
  readonly data: string;
  readonly configFile?: string;
  readonly brand?: string;
}
