import {
  type BrandReader,
  type BrandTransaction,
  createSettingsMemory,
  type LeaseRequest,
  type QueuedWork,
  type Storage,
} from '@botwright/core/ports';
import {
  get,
  type NumberedKind,
  postgresDialect,
  type RunQuery,
  statement,
  tenantRegistry,
} from '@botwright/storage-sql';
import { sql } from 'kysely';
import pg from 'pg';
import { brandReader, brandTransaction } from './brand-access.ts';
import type { Client, ClientPool } from './client.ts';
import { createConversationQueue } from './conversation-queue.ts';
import { foldCounters } from './counters.ts';
import { endSlice } from './delivery-endings.ts';
import { createDeliveryQueue, createFollowClock, type FollowClock } from './delivery-queue.ts';
import { signalsAtOnce } from './delivery-turns.ts';
import { lockName } from './lock-name.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';
import { inIndexOrder } from './planning.ts';
import type { PostgresDeliveryQueue } from './postgres-delivery-queue.ts';
import { type QueuedWorkSignals, queuedWorkSignals } from './queued-work.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createSlices } from './slices.ts';
import {
  joinedTransactions,
  pooledTransactions,
  type RunOptions,
  type Transactions,
  type TransactionWork,
  withClient,
} from './transactions.ts';
import { commitIn, decideIn } from './use-cases.ts';

interface CommonOptions {
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
   * Whether nodes notify each other of queued work by NOTIFY, so that workers of all nodes find it immediately. A node
   * with workers listens with one connection that the pool does not count. It has the pool's options, or uses `url`: a
   * pooler that gives each transaction another connection cannot listen. Default true.
   */
  readonly notifications?: boolean | { readonly url: string };
}

export type PostgresStorageOptions = CommonOptions &
  (
    | {
        /** A pool of `pg` of the host, which the host ends. */
        readonly pool: ClientPool;
      }
    | {
        /** `postgres://user:password@host:5432/database`. The storage creates a pool for it and ends it. */
        readonly url: string;
        /** The maximum number of connections. Default 10. */
        readonly connections?: number;
        /** The time-out of waiting for a connection, in milliseconds. Default 5,000. */
        readonly connectTimeoutMs?: number;
      }
  );

export interface PostgresStorage extends Storage {
  /**
   * The same store, within a transaction that the host has begun on a client of `pg`: the host's COMMIT stores its
   * writes, and its readers see the host's writes. Each transaction is a savepoint, and none is retried. Queues and the
   * rate limiter stay outside.
   *
   * The host's commit wakes the workers of all nodes for queued work.
   */
  within(client: Client): Storage;
  /**
   * The client of a transaction of this storage, for statements that commit with it. Its queries take turns with the
   * queries of the transaction. If one fails, the transaction rejects.
   *
   * @throws When the transaction belongs to another storage.
   */
  clientOf(tx: BrandTransaction): Client;
  /**
   * Runs work in one transaction, and again after a serialisation failure or a deadlock. A claim in it does not check
   * whether the clock was set back: call `followClock` first.
   */
  withDeliveryQueue<T>(work: (transaction: QueueTransaction) => Promise<T>): Promise<T>;
  /**
   * Plans waiting deliveries again, in separate transactions, if the clock was set back since the last claim of the
   * worker. The `claim` of `deliveryQueue` does so, too.
   */
  followClock(claim: LeaseRequest): Promise<void>;
}

/** The parts of one transaction on the queue of deliveries. */
export interface QueueTransaction {
  readonly queue: PostgresDeliveryQueue;
  /** Its queries take turns with the other queries. If one fails, the transaction rejects. */
  readonly client: Client;
}

/**
 * Folds the changes of counters after this number of transactions: a list reads at most this many changes for each
 * node.
 */
const foldedAfter = 256;

/**
 * Opens a store in a schema of a PostgreSQL database, and migrates the schema.
 *
 * @throws When the server is unreachable, or the schema belongs to another program or to a release that is incompatible
 * with this one.
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
  const dialect = postgresDialect(schema);
  const own = 'url' in options ? openPool(options, statementTimeoutMs) : undefined;
  const pool = 'url' in options ? (own as ClientPool) : options.pool;
  try {
    await withClient(pool, async (client, onBroken) => {
      try {
        await migrate(client, migrations, { schema, dialect });
      } catch (error) {
        onBroken();
        throw error;
      }
    });
  } catch (error) {
    await own?.end();
    throw error;
  }
  const execution = { dialect, prepare };
  const transactions = pooledTransactions(pool, {
    ...execution,
    ...{ statementTimeoutMs, workLimitMs, areLimited: own !== undefined },
  });
  const { notifications = true } = options;
  const signals = queuedWorkSignals({
    schema,
    client: clientOf(notifications, pool),
    notifies: notifications !== false,
  });
  const clients = new WeakMap<BrandTransaction, Client>();
  const { storage, begin, withDeliveryQueue, followClock } = createStorage(transactions, {
    ...{ schema, signals, clients },
    close: async () => own?.end(),
  });
  return {
    ...storage,
    clientOf(tx) {
      const client = clients.get(tx);
      if (client === undefined) throw new TypeError('This is no transaction of the storage.');
      return client;
    },
    withDeliveryQueue,
    followClock,
    onQueuedWork: (listener) => signals.subscribe(listener),
    within(client) {
      const joined = createStorage(joinedTransactions(client, execution), {
        ...{ schema, signals, clients, begin },
        close: async () => {},
      });
      const { deliveryQueue, conversationQueue, rateLimiter } = storage;
      return { ...joined.storage, deliveryQueue, conversationQueue, rateLimiter };
    },
  };
}

/** @returns `undefined` if this node does not listen. */
function clientOf(
  notifications: NonNullable<CommonOptions['notifications']>,
  { options }: ClientPool,
): pg.ClientConfig | undefined {
  if (notifications === false) return undefined;
  if (notifications !== true) return { connectionString: notifications.url };
  // A pool hides the password when its options are copied.
  // A connection with a pipeline waits for a reply before it ends, and a silent one has none.
  const given = options && { ...options, pipeline: false };
  return given && { ...given, ...('password' in options && { password: options.password as string }) };
}

/** PostgreSQL cuts longer names. */
function requireSchemaName(schema: string): void {
  if (!/^[\w-]{1,63}$/.test(schema)) {
    throw new TypeError('The name of a schema has 1 to 63 letters, digits, hyphens and underscores.');
  }
}

interface OwnPool {
  readonly url: string;
  readonly connections?: number;
  readonly connectTimeoutMs?: number;
}

/** Milliseconds after which the operating system checks whether the peer of a quiet connection still exists. */
const keepAliveAfterMs = 10_000;

function openPool({ url, connections = 10, connectTimeoutMs = 5_000 }: OwnPool, statementTimeoutMs: number): pg.Pool {
  const pool = new pg.Pool({
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

const nextNumber = statement<{ readonly sequence: string }>()(
  (_dialect, { sequence }) =>
    sql<{ number: number }>`select nextval((${sql.raw(`'"@".'`)} || ${sequence}::text)::regclass) as number`,
);

interface Opened {
  readonly storage: Storage;
  /** Counts work that `close` waits for. @throws When the storage is closed. */
  readonly begin: <T>(work: () => Promise<T>) => Promise<T>;
  readonly withDeliveryQueue: PostgresStorage['withDeliveryQueue'];
  readonly followClock: FollowClock;
}

function createStorage(
  transactions: Transactions,
  {
    schema,
    signals,
    clients,
    close,
    begin: outer,
  }: {
    readonly schema: string;
    readonly signals: QueuedWorkSignals;
    /** Adds the clients of running transactions here. */
    readonly clients: WeakMap<BrandTransaction, Client>;
    close(): Promise<void>;
    readonly begin?: Opened['begin'];
  },
): Opened {
  const slices = createSlices(signalsAtOnce);
  const underWay = new Set<Promise<unknown>>();
  const readers = new Map<string, BrandReader>();
  let closing: Promise<void> | undefined;
  let written = 0;
  let folding: Promise<unknown> | undefined;
  let ending: Promise<unknown> | undefined;

  async function begin<T>(work: () => Promise<T>): Promise<T> {
    if (closing !== undefined) throw new Error('The storage is closed.');
    const running = outer === undefined ? work() : outer(work);
    underWay.add(running);
    try {
      return await running;
    } finally {
      underWay.delete(running);
    }
  }

  const read: RunQuery = (query, options) => begin(() => transactions.read(query, options));

  function inTransaction<T>(work: TransactionWork<T>, options?: RunOptions): Promise<T> {
    return begin(async () => {
      const value = await transactions.run(work, options);
      written += 1;
      if (written % foldedAfter === 0 && outer === undefined) folding ??= fold();
      return value;
    });
  }

  /** A failure costs only time: the next fold does its work. */
  async function fold(): Promise<void> {
    try {
      while (await transactions.run((run) => run(() => foldCounters(schema))));
    } catch {
      // The caller's next statement fails, too, with the reason.
    } finally {
      folding = undefined;
    }
  }

  /** Ends one slice after the other, each in a separate transaction. The next claim retries a failed slice. */
  async function endSlices(): Promise<void> {
    try {
      while (closing === undefined && (await transactions.run((run) => run(endSlice), { first: inIndexOrder }))) {
        // Each slice changes thousands of counters, which every list would add up.
        folding ??= fold();
        await folding;
      }
    } catch {
      // The caller's next statement fails, too, with the reason.
    } finally {
      ending = undefined;
    }
  }

  /** Runs work that belongs to no brand in a separate transaction. */
  const write: RunQuery = (query) => inTransaction((run) => run(query));

  /** Runs work of a queue in a separate transaction. */
  const writeQueue: RunQuery = (query) => inTransaction((run) => run(query), { first: inIndexOrder });

  const lockOf = (kind: 'deliveries' | 'conversations'): string =>
    `${inIndexOrder}; SELECT pg_advisory_xact_lock(hashtextextended('${schema} ${kind}', 0))`;

  /** Runs one such transaction at a time among all nodes. */
  const inTurn =
    (kind: 'deliveries' | 'conversations') =>
    <T>(work: (run: RunQuery) => Promise<T>): Promise<T> =>
      inTransaction(work, { first: lockOf(kind) });

  const followClock = createFollowClock({ inTurn: inTurn('deliveries') });

  function endLater(): void {
    ending ??= endSlices();
  }

  const withDeliveryQueue: PostgresStorage['withDeliveryQueue'] = (work) =>
    inTransaction((run, client) => {
      const inTurn = async <T>(work: (run: RunQuery) => Promise<T>): Promise<T> => {
        await client.query(lockOf('deliveries'));
        return work(run);
      };
      const queue = createDeliveryQueue({
        read: run,
        write: run,
        inTurn,
        endLater,
        slices,
        followClock: async () => {},
      });
      return work({ queue, client });
    });

  const settings = createSettingsMemory();

  const execute: NonNullable<Storage['execute']> = async (brand, useCase) => {
    let queued = new Set<keyof QueuedWork>();
    let reads = settings.begin(brand);
    const executed = await inTransaction(async (run, _client, commitWith) => {
      queued = new Set();
      reads = settings.begin(brand);
      const terms = { schema, endsByFailure: true };
      const tx = brandTransaction({ brand, run, queued, nextNumber: numberOf }, terms);
      const decision = await decideIn(tx, useCase(), reads);
      return { decided: decision.decided, committed: await commitIn(tx, decision, commitWith) };
    });
    reads.keep();
    signals.committed(queued, transactions.read);
    const work = { deliveries: queued.has('deliveries'), conversations: queued.has('conversations') };
    return { ...executed, queued: work };
  };

  const storage: Storage = {
    capabilities: { durable: true },
    tenants: tenantRegistry({
      read,
      write,
      transaction: (work) =>
        inTransaction(async (run) => {
          await run(() => get(lockName, { name: `${schema} tenants` }));
          return work(run);
        }),
    }),
    deliveryQueue: createDeliveryQueue({
      read,
      write: writeQueue,
      inTurn: inTurn('deliveries'),
      endLater,
      slices,
      followClock,
    }),
    conversationQueue: createConversationQueue({ read, write: writeQueue, inTurn: inTurn('conversations') }),
    rateLimiter: createRateLimiter(read),
    reader(brand) {
      const known = readers.get(brand) ?? brandReader(brand, read);
      readers.set(brand, known);
      return known;
    },
    async transaction(brand, work) {
      let queued = new Set<keyof QueuedWork>();
      const value = await inTransaction(async (run, client) => {
        queued = new Set();
        const own = brandTransaction({ brand, run, queued, nextNumber: numberOf }, { schema });
        const tx = outer === undefined ? own : withoutLeases(own);
        clients.set(tx, client);
        const result = await work(tx);
        if (outer !== undefined) await run(() => signals.withCommit(queued));
        return result;
      });
      if (outer === undefined) signals.committed(queued, transactions.read);
      return value;
    },
    ...(outer === undefined && { execute }),
    close() {
      closing ??= (async () => {
        await Promise.allSettled(underWay);
        await ending;
        await folding;
        if (outer === undefined) await signals.close();
        await close();
      })();
      return closing;
    },
  };
  return { storage, begin, withDeliveryQueue, followClock };
}

/** Within a transaction of the host nobody knows when it commits: a worker would begin too early. */
function withoutLeases(tx: BrandTransaction): BrandTransaction {
  const { push } = tx.conversations;
  return { ...tx, conversations: { ...tx.conversations, push: (customer, item, at) => push(customer, item, at) } };
}

function* numberOf(kind: NumberedKind): ReturnType<Parameters<typeof brandTransaction>[0]['nextNumber']> {
  const row = yield* get(nextNumber, { sequence: `${kind}_numbers` });
  if (row === undefined) throw new Error('A sequence gave no number.');
  return row.number;
}
