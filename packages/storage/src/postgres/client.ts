/** A statement in the form of `pg`. */
export interface ClientQuery {
  /** One statement, with parameters as `$1`. */
  readonly text: string;
  /** The parameters, from `$1` on. */
  readonly values?: unknown[];
  /** The name of a prepared statement. */
  readonly name?: string;
  /** Milliseconds. */
  readonly query_timeout?: number;
}

export interface QueryResult {
  /** Objects by the names of the columns. */
  readonly rows: readonly unknown[];
  /** The columns, with the numbers of their types in PostgreSQL. */
  readonly fields?: readonly { readonly name: string; readonly dataTypeID: number }[];
  /** The number of rows that the statement returned or changed; `null` for others. */
  readonly rowCount: number | null;
}

/** The part of a connection of `pg` that the store needs; other drivers answer a query with rows in the same form. */
export interface Client {
  /** Sends statements without waiting for the results of earlier ones. */
  readonly pipeline?: boolean;
  /** The connection, whose stream buffers statements. */
  readonly connection?: { readonly stream?: { cork?(): void; uncork?(): void } };
  /** Rejects with the error of the driver, whose `code` is the SQLSTATE. */
  query(query: string | ClientQuery): Promise<QueryResult>;
}

/** A connection that returns to its pool. */
export interface PooledClient extends Client {
  /** Calls the listener when the connection breaks between statements. */
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Undoes `on`. */
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
  /** @param error - Closes the connection instead. */
  release(error?: Error | boolean): void;
}

/** The part of a `Pool` of `pg` that the store needs. */
export interface ClientPool {
  /** Waits for a free connection; the store releases it. */
  connect(): Promise<PooledClient>;
  /**
   * The options of its connections, with which a storage listens on another connection of `pg`. Without them, and
   * without `listen`, it listens only if its option has a URL.
   */
  readonly options?: object;
  /** Listens on a channel in place of a connection of `pg`. @returns A function that ends it. */
  listen?(channel: string, onNotification: (payload: string) => void): Promise<() => Promise<void>>;
}
