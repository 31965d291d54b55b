/** Concurrent connections of each port. */
export const defaultMaxConnections = 2_000;

/** The work of a server: `web` answers requests, `worker` runs conversations and sends webhooks, `all` does both. */
export type ServerRole = 'all' | 'web' | 'worker';

export const serverRoles = ['all', 'web', 'worker'] as const satisfies readonly ServerRole[];

/** The flags of `botwright serve`. */
export interface ServeOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** The port of APIchat; 0 picks a free one. */
  readonly chatPort: number;
  /** A folder, or `:memory:`. */
  readonly data: string;
  /** URL of a PostgreSQL database for everything except the keys; it can have a password. Default: a file in `data`. */
  readonly database?: string;
  /** Roles other than `all` need a database. */
  readonly role: ServerRole;
  readonly configFile?: string;
  /** A file of keys like the one that a first start makes in the data folder. */
  readonly secretKeysFile?: string;
  /** Concurrent connections of each port; default 2,000. */
  readonly maxConnections?: number;
  readonly hasPublicMetrics: boolean;
  /** Write the audit log. */
  readonly isAudited: boolean;
  /** Publish demo bots when a first start makes a brand. */
  readonly hasDemo: boolean;
  /** Open the console in the browser. */
  readonly opens: boolean;
  /** Print for a program instead of a person. */
  readonly isJson: boolean;
}
