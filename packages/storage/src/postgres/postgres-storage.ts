import { type AnyKind, recordKinds } from '@botwright/core/ports';
import type pg from 'pg';
import { createCalls } from './calls.ts';
import type { ClientPool } from './client.ts';
import { createStorage } from './create-storage.ts';
import { type Listen, listen, listenWith } from './listening.ts';
import type { PostgresStorage } from './postgres-port.ts';
import { queuedWorkSignals } from './queued-work.ts';
import { createQueues } from './queues.ts';
import { openSchema, tablesOf } from './schema.ts';
import { compiler } from './session.ts';
import { joinedTransactions, pooledTransactions, withClient } from './transactions.ts';

interface CommonOptions {
  /** The kinds of records. Default: those of the engine. */
  readonly kinds?: readonly AnyKind[];
  /** The schema of the tables, created if it is missing. Default `botwright`. */
  readonly schema?: string;
  /** The time-out of one statement, including its wait for locks, in milliseconds. Default 10,000. */
  readonly statementTimeoutMs?: number;
  /** The time-out of a transaction between two of its statements, in milliseconds. Default 10,000. */
  readonly workLimitMs?: number;
  /**
   * Whether each connection prepares a statement once. Set it to false for a pooler that gives each transaction another
   * connection and does not support prepared statements. Default true.
   */
  readonly prepare?: boolean;
  /**
   * Whether nodes notify each other by NOTIFY of queued work, changed conversations and kept events, so that workers,
   * followers and subscribers of all nodes find them immediately. A node with any of these listens with one connection
   * that the pool does not count. It has the pool's options, or uses `url`: a pooler that gives each transaction another
   * connection cannot listen. Default true.
   */
  readonly notifications?: boolean | { readonly url: string };
}

/** A database by its URL, or a pool of the host. */
export type PostgresStorageOptions = CommonOptions &
  (
    | {
        /** A pool of `pg` of the host, which the host ends, or `pglitePool(db)`. */
        readonly pool: ClientPool;
      }
    | {
        /** `postgres://user:password@host:5432/database`. The storage creates a pool of `pg` for it and ends it. */
        readonly url: string;
        /** The maximum number of connections. Default 10. */
        readonly connections?: number;
        /** The time-out of waiting for a connection, in milliseconds. Default 5,000. */
        readonly connectTimeoutMs?: number;
      }
  );

/**
 * Opens a store in a schema of a PostgreSQL database, and makes the tables if the schema has none.
 *
 * @throws When the server is unreachable, or the schema belongs to another program or to a release of another version of
 * the schema.
 * @spec PG1, PG2, PG3, PG9, PG11, PG13
 * @example
 * const pool = new Pool({ connectionString: 'postgres://localhost/app', pipeline: true });
 * const storage = await postgresStorage({ pool });
 */
export async function postgresStorage(options: PostgresStorageOptions): Promise<PostgresStorage> {
  const { schema = 'botwright', statementTimeoutMs = 10_000, workLimitMs = 10_000, prepare = true } = options;
  requireSchemaName(schema);
  for (const limit of [statementTimeoutMs, workLimitMs]) {
    if (!Number.isSafeInteger(limit) || limit < 0) throw new TypeError('A time limit is a number of milliseconds.');
  }
  const own = 'url' in options ? await openPool(options, statementTimeoutMs) : undefined;
  const pool = 'url' in options ? (own as ClientPool) : options.pool;
  const records = tablesOf(options.kinds ?? recordKinds);
  try {
    await withClient(pool, async (client, onBroken) => {
      try {
        await openSchema(client, schema, records);
      } catch (error) {
        onBroken();
        throw error;
      }
    });
  } catch (error) {
    await own?.end();
    throw error;
  }
  const compile = compiler(schema, prepare);
  const limits = { statementTimeoutMs, workLimitMs, areLimited: own !== undefined };
  const transactions = pooledTransactions(pool, { compile, ...limits });
  const { notifications = true } = options;
  const signals = queuedWorkSignals({
    schema,
    listen: listenOf(notifications, pool),
    notifies: notifications !== false,
  });
  const calls = createCalls();
  const queues = createQueues({ transactions, calls, schema });
  return createStorage({
    ...{ records, transactions, calls, queues, signals },
    join: (client) => joinedTransactions(client, { compile }),
    end: async () => own?.end(),
  });
}

/** @returns `undefined` if this node does not listen. */
function listenOf(notifications: NonNullable<CommonOptions['notifications']>, pool: ClientPool): Listen | undefined {
  if (notifications === false) return undefined;
  if (notifications !== true) return (options) => listen({ connectionString: notifications.url }, options);
  if (pool.listen !== undefined) return listenWith(pool.listen);
  const given = pool.options;
  if (given === undefined) return undefined;
  // A connection with a pipeline waits for a reply before it ends, and a silent one has none.
  // A pool hides the password when its options are copied.
  const config = { ...given, pipeline: false, ...('password' in given && { password: given.password as string }) };
  return (options) => listen(config, options);
}

/** PostgreSQL cuts longer names. */
function requireSchemaName(schema: string): void {
  if (!/^[\w-]{1,63}$/.test(schema)) {
    throw new TypeError('The name of a schema has 1 to 63 letters, digits, hyphens and underscores.');
  }
}

/** Milliseconds after which the operating system checks whether the peer of a quiet connection still exists. */
const keepAliveAfterMs = 10_000;

async function openPool(
  { url, connections = 10, connectTimeoutMs = 5_000 }: Extract<PostgresStorageOptions, { readonly url: string }>,
  statementTimeoutMs: number,
): Promise<pg.Pool> {
  const { default: driver } = await import('pg');
  const pool = new driver.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    application_name: 'botwright',
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    pipeline: true,
  });
  // The pool replaces a connection that breaks while nobody uses it; without a listener the process would end.
  pool.on('error', () => undefined);
  return pool;
}
