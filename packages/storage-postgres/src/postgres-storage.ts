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
  /** The schema of the tables, which is made if it does not exist. Default `botwright`. */
  readonly schema?: string;
  /** How long one statement may take, in milliseconds, with its wait for locks. Default 10,000. */
  readonly statementTimeoutMs?: number;
  /** How long a transaction may wait between two of its statements, in milliseconds. Default 10,000. */
  readonly workLimitMs?: number;
  /**
   * Whether statements are prepared once a connection. Set it to false for a pooler that gives each transaction another
   * connection and does not know prepared statements. Default true.
   */
  readonly prepare?: boolean;
  /**
   * Whether nodes tell each other of queued work by NOTIFY, so that workers of all nodes find it at once. A node with
   * workers listens with one connection of its own, beside the pool and made as those of the pool are, or with `url`:
   * a pooler that gives each transaction another connection cannot listen. Default true.
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
        /** `postgres://user:password@host:5432/database`. The storage makes a pool for it and ends it. */
        readonly url: string;
        /** How many connections at most. Default 10. */
        readonly connections?: number;
        /** How long to wait for a connection, in milliseconds. Default 5,000. */
        readonly connectTimeoutMs?: number;
      }
  );

export interface PostgresStorage extends Storage {
  /**
   * The same store, within a transaction that the host has begun on a client of `pg`: what its transactions write is
   * stored by the host's COMMIT, and its readers see what the host has written. Each transaction is a savepoint, and
   * none is tried again. Queues and the rate limiter stay outside.
   *
   * The host's commit wakes the workers of all nodes for what was queued.
   */
  within(client: Client): Storage;
  /**
   * The client of a transaction of this storage, for statements that are to be stored with it. Its queries take turns
   * with those of the transaction. When one fails, the transaction rejects.
   *
   * @throws When the transaction is none of this storage.
   */
  clientOf(tx: BrandTransaction): Client;
  /**
   * Runs work in one transaction, and again after a serialisation failure or a deadlock. A claim in it does not look
   * whether the clock was set back: call `followClock` before.
   */
  withDeliveryQueue<T>(work: (transaction: QueueTransaction) => Promise<T>): Promise<T>;
  /**
   * Plans anew what waits when the clock was set back since the last claim of the worker, in transactions of its own, as
   * `claim` of `deliveryQueue` does by itself.
   */
  followClock(claim: LeaseRequest): Promise<void>;
}

/** What one transaction on the queue of deliveries consists of. */
export interface QueueTransaction {
  readonly queue: PostgresDeliveryQueue;
  /** Its queries take turns with those of the others. When one fails, the transaction rejects. */
  readonly client: Client;
}

/** Transactions after which the changes of counters are folded: a list reads at most so many for each node. */
const foldedAfter = 256;

/**
 * Opens a store in a schema of a PostgreSQL database, and brings the schema up to date.
 *
 * @throws When the server cannot be reached, or the schema belongs to another program or to a release that this one
 * cannot work beside.
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

/** @returns `undefined` when this node does not listen. */
function clientOf(
  notifications: NonNullable<CommonOptions['notifications']>,
  { options }: ClientPool,
): pg.ClientConfig | undefined {
  if (notifications === false) return undefined;
  if (notifications !== true) return { connectionString: notifications.url };
  // A pool hides the password from whoever copies its options.
  // A connection with a pipeline waits for a reply before it ends, and one that fell silent has none.
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

/** Milliseconds after which the system asks whether the other end of a quiet connection is still there. */
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
  // A connection that breaks while nobody uses it is replaced; without a listener the process would end.
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
    /** The clients of transactions that run are added here. */
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

  /** Nothing but time is lost when it fails: the next one does its work. */
  async function fold(): Promise<void> {
    try {
      while (await transactions.run((run) => run(() => foldCounters(schema))));
    } catch {
      // The next statement of a caller fails, too, and says why.
    } finally {
      folding = undefined;
    }
  }

  /** Ends a slice after the other, each in a transaction of its own. What fails is tried again by the next claim. */
  async function endSlices(): Promise<void> {
    try {
      while (closing === undefined && (await transactions.run((run) => run(endSlice), { first: inIndexOrder }))) {
        // Each slice changes thousands of counters, which every list would add up.
        folding ??= fold();
        await folding;
      }
    } catch {
      // The next statement of a caller fails, too, and says why.
    } finally {
      ending = undefined;
    }
  }

  /** Runs work of no brand in a transaction of its own. */
  const write: RunQuery = (query) => inTransaction((run) => run(query));

  /** Runs work of a queue in a transaction of its own. */
  const writeQueue: RunQuery = (query) => inTransaction((run) => run(query), { first: inIndexOrder });

  const lockOf = (kind: 'deliveries' | 'conversations'): string =>
    `${inIndexOrder}; SELECT pg_advisory_xact_lock(hashtextextended('${schema} ${kind}', 0))`;

  /** Runs one such transaction after the other among all nodes. */
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
