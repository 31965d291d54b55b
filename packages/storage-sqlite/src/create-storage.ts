import type { BrandReader, Storage } from '@botwright/core';
import type { Ask } from './access.ts';
import { brandReader, brandTransaction } from './brand-access.ts';
import { createCommitGroup, type IsCurrent } from './commit-group.ts';
import type { Connection } from './connection.ts';
import { createConversationQueue } from './conversation-queue.ts';
import { deliveryQueue } from './delivery-queue.ts';
import { createGivenNumbers } from './given-numbers.ts';
import { createInstallation } from './installation.ts';
import { createRateLog } from './rate-log.ts';
import { createSharedReads } from './shared-reads.ts';
import { withoutSync } from './without-sync.ts';

export interface Connections {
  readonly writer: Connection;
  /** Absent where the data lives in the writer alone; reads then wait until no group is open. */
  readonly reader: Connection | undefined;
  readonly workLimitMs: number;
}

/** @spec SQ9, SQ10, SQ11 */
export function createStorage({ writer, reader, workLimitMs }: Connections): Storage {
  const numbers = createGivenNumbers(writer);
  const reads = reader && createSharedReads(reader);
  const group = createCommitGroup({
    connection: writer,
    workLimitMs,
    afterRollbacks: numbers.keep,
    beforeCommit: () => reads?.end(),
  });
  const readers = new Map<string, BrandReader>();
  let isClosed = false;

  function requireOpen(): void {
    if (isClosed) throw new Error('The storage is closed.');
  }

  const readCommitted: Ask = async (question, key) => {
    requireOpen();
    if (reads !== undefined) return reads.read(question, key);
    await group.untilCommitted();
    return question(writer);
  };

  /** It keeps nothing of its own, so one serves all who read a brand. */
  function readerOf(brand: string): BrandReader {
    const known = readers.get(brand) ?? brandReader(brand, readCommitted);
    readers.set(brand, known);
    return known;
  }

  const inTransaction = async <T>(brand: string, work: (ask: Ask) => Promise<T>): Promise<T> => {
    requireOpen();
    return group.run(async (isCurrent) => work(askWhile(isCurrent, writer)), brand);
  };

  /** What is above the brands, such as the queues, has turns of its own. */
  const alone: Ask = (question) => inTransaction('', (ask) => ask(question));

  /** Between two groups, as a transaction of its own. */
  const note: Ask = async (question) => {
    requireOpen();
    await group.untilCommitted();
    return withoutSync(writer, () => question(writer));
  };

  return {
    capabilities: { durable: reader !== undefined },
    installation: createInstallation({ read: readCommitted, write: alone }),
    deliveryQueue: deliveryQueue({ read: readCommitted, write: alone }),
    rateLog: createRateLog(alone),
    conversationQueue: createConversationQueue({ read: readCommitted, write: alone, note }),
    reader: readerOf,
    transaction: (brand, work) =>
      inTransaction(brand, (ask) => {
        const held = { held: new Set<string>(), heldCustomers: new Set<number>() };
        return work(brandTransaction({ brand, ask, ...held, nextNumber: numbers.next }));
      }),
    async close() {
      if (isClosed) return group.untilIdle();
      isClosed = true;
      await group.untilIdle();
      reads?.end();
      reader?.close();
      writer.close();
    },
  };
}

/**
 * Asks the writer as long as the work is current and SQLite has not given up the transaction: a write after
 * that would be committed by itself.
 */
function askWhile(isCurrent: IsCurrent, writer: Connection): Ask {
  return async (question) => {
    if (!isCurrent()) throw new Error('The transaction has ended.');
    if (!writer.isInTransaction()) throw new Error('SQLite gave up the transaction.');
    return question(writer);
  };
}
