import type { CustomTypesConfig, QueryConfig } from 'pg';

/** The part of a connection of `pg` that the store needs. */
export interface Client {
  query(query: string | (QueryConfig & { readonly types?: CustomTypesConfig })): Promise<{
    readonly rows: readonly unknown[];
    readonly rowCount: number | null;
  }>;
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
}
