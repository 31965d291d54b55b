/** Connections of each port at a time. */
export const defaultMaxConnections = 2_000;

/** The flags of `botwright serve`. */
export interface ServeOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** The port of APIchat; 0 picks a free one. */
  readonly chatPort: number;
  /** A folder, or `:memory:`. */
  readonly data: string;
  readonly configFile?: string;
  /** Connections of each port at a time; default 2,000. */
  readonly maxConnections?: number;
  readonly hasPublicMetrics: boolean;
  /** Print for a program, not for a person. */
  readonly isJson: boolean;
}
