import { type BrandReader, createSettingsMemory, type QueuedWork, type Storage } from '@botwright/core/ports';
import type { RunQuery } from './access.ts';
import { brandReader, brandTransaction } from './brand-access.ts';
import { createCommitGroup, type IsCurrent } from './commit-group.ts';
import type { Connection } from './connection.ts';
import { createConversationQueue } from './conversation-queue.ts';
import { deliveryQueue } from './delivery-queue.ts';
import { createLogMarks } from './log-marks.ts';
import { createNumberSequences } from './number-sequences.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createSharedSnapshot } from './shared-snapshot.ts';
import { createTenantRegistry } from './tenant-registry.ts';
import { unlessUnavailable } from './unavailable.ts';
import { type UseCaseAccess, useCaseAccess } from './use-case-access.ts';

export interface Connections {
  readonly writer: Connection;
  /** Absent if only the writer can see the data (`:memory:`). Reads then wait until no group is open. */
  readonly reader: Connection | undefined;
  readonly workLimitMs: number;
}

/** @spec SQ9, SQ10, SQ11 */
export function createStorage({ writer, reader, workLimitMs }: Connections): Storage {
  const numbers = createNumberSequences(writer);
  const reads = reader && createSharedSnapshot(reader);
  const marks = reader && createLogMarks(writer);
  const group = createCommitGroup({
    connection: writer,
    workLimitMs,
    afterRollbacks: numbers.keep,
    beforeCommit() {
      marks?.beforeCommit();
      reads?.end();
    },
    afterCommit: () => marks?.afterCommit(),
  });
  const readers = new Map<string, BrandReader>();
  const memory = createSettingsMemory();
  const accesses = new Map<string, UseCaseAccess>();
  let isClosed = false;

  function requireOpen(): void {
    if (isClosed) throw new Error('The storage is closed.');
  }

  const readCommitted: RunQuery = async (query, key) => {
    requireOpen();
    if (reads !== undefined) return unlessUnavailable(() => reads.read(query, key));
    await group.untilCommitted();
    return query(writer);
  };

  /** Readers have no state, so each brand has one. */
  function readerOf(brand: string): BrandReader {
    const known = readers.get(brand) ?? brandReader(brand, readCommitted);
    readers.set(brand, known);
    return known;
  }

  const inTransaction = async <T>(brand: string, work: (run: RunQuery) => Promise<T>): Promise<T> => {
    requireOpen();
    return group.run(async (isCurrent) => work(runWhile(isCurrent, writer)), brand);
  };

  /** One per brand, whose use-cases run one after the other. */
  function accessOf(brand: string): UseCaseAccess {
    const known = accesses.get(brand) ?? useCaseAccess({ connection: writer, brand, nextNumber: numbers.next });
    accesses.set(brand, known);
    return known;
  }

  /** Runs work that belongs to no brand, such as work of the queues, in a separate transaction. */
  const alone: RunQuery = (query) => inTransaction('', (run) => run(query));

  /** Writes between two groups, without waiting for the disk. */
  const writeUnsynced: RunQuery = async (query) => {
    requireOpen();
    await group.untilCommitted();
    return unlessUnavailable(() => withoutSync(writer, () => query(writer)));
  };

  return {
    capabilities: { durable: reader !== undefined },
    tenants: createTenantRegistry({
      read: readCommitted,
      write: alone,
      transaction: (work) => inTransaction('', work),
    }),
    deliveryQueue: deliveryQueue({ read: readCommitted, write: alone }),
    rateLimiter: createRateLimiter(alone),
    conversationQueue: createConversationQueue({ read: readCommitted, write: alone, writeUnsynced }),
    reader: readerOf,
    transaction: (brand, work) =>
      inTransaction(brand, (run) => {
        const queued = new Set<keyof QueuedWork>();
        return work(brandTransaction({ connection: writer, brand, queued, nextNumber: numbers.next }, run));
      }),
    async execute(brand, useCase) {
      requireOpen();
      const settings = memory.begin(brand);
      const executed = await group.runAtOnce(() => {
        const access = accessOf(brand);
        const decided = access.decide(useCase(), settings);
        return { decided, ...inSavepoint(writer, () => access.write(decided.operations)) };
      }, brand);
      settings.keep();
      return executed;
    },
    async close() {
      if (isClosed) return group.untilIdle();
      isClosed = true;
      await group.untilIdle();
      reads?.end();
      reader?.close();
      marks?.beforeClose();
      writer.close();
    },
  };
}

/** Undoes the writes of work that throws, unless SQLite has rolled everything back. */
function inSavepoint<T>(connection: Connection, write: () => T): T {
  connection.run('SAVEPOINT job');
  try {
    return write();
  } catch (error) {
    if (connection.isInTransaction()) connection.run('ROLLBACK TO job');
    throw error;
  } finally {
    if (connection.isInTransaction()) connection.run('RELEASE job');
  }
}

/**
 * Queries the writer only while the transaction is open. A write after its end, or after a rollback by SQLite, would be
 * committed separately.
 */
function runWhile(isCurrent: IsCurrent, writer: Connection): RunQuery {
  return async (query) => {
    if (!isCurrent()) throw new Error('The transaction has ended.');
    if (!writer.isInTransaction()) throw new Error('SQLite gave up the transaction.');
    return query(writer);
  };
}

/**
 * Runs statements that each commit without waiting for the disk. They survive the end of the process, but not a crash
 * of the machine before the next commit that waits for the disk.
 *
 * @param connection - Has no open transaction.
 */
function withoutSync<T>(connection: Connection, statements: () => T): T {
  connection.script('PRAGMA synchronous = NORMAL');
  try {
    return statements();
  } finally {
    connection.script('PRAGMA synchronous = FULL');
  }
}
