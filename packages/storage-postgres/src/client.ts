/** A statement, as `pg` takes it. */
export interface ClientQuery {
  readonly text: string;
  readonly values?: unknown[];
  /** Of a prepared statement. */
  readonly name?: string;
  /** How values of columns are read. */
  readonly types?: object;
  /** Milliseconds. */
  readonly query_timeout?: number;
}

/** The part of a connection of `pg` that the store needs. */
export interface Client {
  /** Sends statements without waiting for the results of those before. */
  readonly pipeline?: boolean;
  /** What they are written to. */
  readonly connection?: { readonly stream?: { cork?(): void; uncork?(): void } };
  query(query: string | ClientQuery): Promise<{ readonly rows: readonly unknown[]; readonly rowCount: number | null }>;
}

/** A connection that goes back to its pool. */
export interface PooledClient extends Client {
  on(event: 'error', listener: (error: Error) => void): unknown;
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
  /** @param error - Closes the connection instead. */
  release(error?: Error | boolean): void;
}

/** The part of a `Pool` of `pg` that the store needs. */
export interface ClientPool {
  connect(): Promise<PooledClient>;
  /** How it connects. Without it, a storage listens with the URL of its own option only. */
  readonly options?: object;
}
