/** What the flags of `botwright serve` say. */
export interface ServeOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Of APIchat, which has a host of its own; 0 picks a free one. */
  readonly chatPort: number;
  /** A folder, or `:memory:`. */
  readonly data: string;
  readonly configFile?: string;
  /** Connections of each port at a time; default 2,000. */
  readonly maxConnections?: number;
  readonly hasPublicMetrics: boolean;
  /** Speak to a program, not to a person. */
  readonly isJson: boolean;
}
