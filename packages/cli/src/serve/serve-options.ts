/** Concurrent connections of each port. */
export const defaultMaxConnections = 2_000;

/** The work of a server: `web` answers requests, `worker` runs conversations and sends webhooks, `all` does both. */
export const serverRoles = ['all', 'web', 'worker'] as const;

/** The arguments of `botwright serve`. */
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
  readonly role: (typeof serverRoles)[number];
  readonly config?: string;
  /** A file of keys like the one that a first start makes in the data folder. */
  readonly secretKeys?: string;
  /** Concurrent connections of each port. */
  readonly maxConnections: number;
  /** Let callers from other machines read `/metrics`. */
  readonly publicMetrics?: boolean;
  /** Write the audit log. */
  readonly audit?: boolean;
  /** Publish demo bots when a first start makes a brand. */
  readonly demo: boolean;
  /** Open the console in the browser. */
  readonly open?: boolean;
  /** Print for a program instead of a person. */
  readonly json?: boolean;
}
