import type { Client, ClientPool, ClientQuery, PooledClient, QueryResult } from './client.ts';

/** The part of a PGlite, or of its transaction, that a client needs. */
export interface PgliteQueries {
  /** Runs one statement. @param values - Its parameters, from `$1` on. */
  query(text: string, values: unknown[]): Promise<PgliteResult>;
  /** Runs a text of several statements. */
  exec(text: string): Promise<PgliteResult[]>;
}

interface PgliteResult extends Pick<QueryResult, 'fields'> {
  /** Objects by the names of the columns. */
  readonly rows: readonly unknown[];
  /** The number of changed rows. */
  readonly affectedRows?: number;
}

export interface PgliteTransaction extends PgliteQueries {
  /** Undoes the transaction. */
  rollback(): Promise<void>;
}

/** The part of a PGlite that the store needs. */
export interface Pglite extends PgliteQueries {
  /** Commits when the work resolves. Other transactions wait until then. */
  transaction<T>(work: (transaction: PgliteTransaction) => Promise<T>): Promise<T>;
  /** Listens on a channel. Resolves with a function that ends it. */
  listen(channel: string, onNotification: (payload: string) => void): Promise<() => Promise<void>>;
}

/**
 * A pool on a PGlite, a PostgreSQL inside of this process. It has one connection, so that transactions run one after
 * another, and time-outs do not apply. The host can use it, too, and closes it after the store.
 *
 * @example
 * const storage = await postgresStorage({ pool: pglitePool(new PGlite('./bots')) });
 */
export function pglitePool(db: Pglite): ClientPool {
  return {
    connect: async () => connectionTo(db),
    listen: async (channel, onNotification) => {
      const end = await db.listen(`"${channel}"`, onNotification);
      return () => end();
    },
  };
}

/** A client on a transaction of a PGlite, for `within` of the store. */
export function pgliteClient(queries: PgliteQueries): Client {
  return {
    async query(query) {
      const { text, values = [] }: ClientQuery = typeof query === 'string' ? { text: query } : query;
      try {
        const result = values.length > 0 ? await queries.query(text, values) : (await queries.exec(text)).at(-1);
        const { rows = [], fields, affectedRows = rows.length } = result ?? {};
        return { rows, rowCount: affectedRows, ...(fields !== undefined && { fields }) };
      } catch (error) {
        throw withoutQuery(error);
      }
    },
  };
}

interface OpenTransaction {
  readonly client: Client;
  end(how: 'COMMIT' | 'ROLLBACK'): Promise<void>;
}

function connectionTo(db: Pglite): PooledClient {
  const alone = pgliteClient(db);
  let open: OpenTransaction | undefined;
  return {
    async query(query) {
      const text = typeof query === 'string' ? query : query.text;
      if (text.startsWith('BEGIN')) {
        open = await begin(db);
        const settings = text.replace(/^BEGIN ISOLATION/, 'SET TRANSACTION ISOLATION').replace(/^BEGIN;?/, '');
        return open.client.query(settings);
      }
      if (text !== 'COMMIT' && text !== 'ROLLBACK') return (open?.client ?? alone).query(query);
      const ending = open;
      open = undefined;
      await ending?.end(text);
      return { rows: [], rowCount: null };
    },
    on: () => undefined,
    removeListener: () => undefined,
    release() {
      open?.end('ROLLBACK').catch(() => undefined);
      open = undefined;
    },
  };
}

/** Begins a transaction of PGlite, whose own `transaction` waits until it ends. */
async function begin(db: Pglite): Promise<OpenTransaction> {
  const begun = Promise.withResolvers<PgliteTransaction>();
  const ending = Promise.withResolvers<'COMMIT' | 'ROLLBACK'>();
  const ended = db.transaction(async (transaction) => {
    begun.resolve(transaction);
    if ((await ending.promise) === 'ROLLBACK') await transaction.rollback();
  });
  ended.catch(begun.reject);
  return {
    client: pgliteClient(await begun.promise),
    async end(how) {
      ending.resolve(how);
      await ended.catch((error: unknown) => {
        throw withoutQuery(error);
      });
    },
  };
}

/** Removes the statement and its values, which may be secret, from an error of PGlite. */
function withoutQuery(error: unknown): unknown {
  if (error instanceof Error) {
    for (const name of ['query', 'params', 'queryOptions']) Reflect.deleteProperty(error, name);
  }
  return error;
}
