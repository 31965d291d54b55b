import { type Storage, StorageUnavailableError } from '@botwright/core/ports';
import type { Calls } from './calls.ts';
import { createConversationQueue } from './conversation-queue.ts';
import { foldCounters } from './counters.ts';
import { endSlice } from './delivery-endings.ts';
import { createDeliveryQueue, createFollowClock } from './delivery-queue.ts';
import { signalsAtOnce } from './delivery-turns.ts';
import { UnknownOutcome } from './errors.ts';
import { inIndexOrder } from './planning.ts';
import type { PostgresStorage } from './postgres-port.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createSlices } from './slices.ts';
import type { Transactions, TransactionWork } from './transactions.ts';

/**
 * Folds the changes of counters after this number of transactions: a list reads at most this many changes for each
 * node.
 */
const foldedAfter = 256;

export interface Queues
  extends Pick<Storage, 'conversationQueue' | 'deliveryQueue' | 'rateLimiter'>,
    Pick<PostgresStorage, 'withDeliveryQueue' | 'followClock'> {
  /** Call it after each transaction that writes. */
  written(): void;
  /** Waits for background work. */
  settle(): Promise<void>;
}

export interface QueuesOptions {
  readonly transactions: Transactions;
  readonly calls: Calls;
  readonly schema: string;
}

export function createQueues({ transactions, calls, schema }: QueuesOptions): Queues {
  const slices = createSlices(signalsAtOnce);
  let writes = 0;
  let folding: Promise<unknown> | undefined;
  let ending: Promise<unknown> | undefined;

  function written(): void {
    writes += 1;
    if (writes % foldedAfter === 0) folding ??= fold();
  }

  /** A failure costs only time: the next fold does its work. */
  async function fold(): Promise<void> {
    try {
      while (await transactions.run((session) => foldCounters(session, schema)));
    } catch {
      // The caller's next statement fails, too, with the reason.
    } finally {
      folding = undefined;
    }
  }

  /** Ends one slice after the other, each in a separate transaction. The next claim retries a failed slice. */
  async function endSlices(): Promise<void> {
    try {
      while (!calls.isClosed() && (await transactions.run(endSlice, inIndexOrder))) {
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

  function endLater(): void {
    ending ??= endSlices();
  }

  const read = <T>(work: TransactionWork<T>) => calls.begin(() => transactions.read(work));

  const write = <T>(work: TransactionWork<T>, first = inIndexOrder): Promise<T> =>
    calls.begin(async () => {
      const value = await transactions.run(work, first);
      written();
      return value;
    });

  /** Leases end by themselves, so that a caller may repeat a call whose outcome is unknown. @spec PG30 */
  const lease: typeof write = (work, first) =>
    write(work, first).catch((error: unknown) => {
      if (!(error instanceof UnknownOutcome)) throw error;
      throw new StorageUnavailableError(`PostgreSQL cannot be reached: ${error.message}`, { cause: error });
    });

  const lock = `${inIndexOrder}; SELECT pg_advisory_xact_lock(hashtextextended('${schema} deliveries', 0))`;

  /** Runs one of these transactions at a time among all nodes. */
  const inTurn = <T>(work: TransactionWork<T>): Promise<T> => lease(work, lock);

  const followClock = createFollowClock({ inTurn });
  const parts = { endLater, slices };

  return {
    conversationQueue: createConversationQueue({ read, write: lease }),
    deliveryQueue: createDeliveryQueue({ ...parts, read, write: lease, inTurn, followClock }),
    rateLimiter: createRateLimiter(read),
    followClock,
    withDeliveryQueue: (work) =>
      write((session) => {
        const within = <T>(part: TransactionWork<T>) => part(session);
        const queue = createDeliveryQueue({
          ...parts,
          read: within,
          write: within,
          async inTurn(part) {
            await session.client.query(lock);
            return part(session);
          },
          followClock: async () => undefined,
        });
        return work({ queue, client: session.client });
      }, ''),
    written,
    async settle() {
      await ending;
      await folding;
    },
  };
}
