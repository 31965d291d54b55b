import type { QueuedWork } from '../ports/queued-work.ts';
import type { BrandTransaction, Storage } from '../ports/storage.ts';
import { executing } from './use-case/executing.ts';

/** Wakes the workers of this process that wait for work. */
export interface WorkSignal {
  notify(): void;
  /** How often `notify` was called. */
  count(): number;
  /** Resolves once `notify` was called more often than this. */
  after(count: number): Promise<void>;
}

export function createWorkSignal(): WorkSignal {
  let count = 0;
  let next = Promise.withResolvers<void>();
  return {
    notify() {
      count += 1;
      next.resolve();
      next = Promise.withResolvers();
    },
    count: () => count,
    after: (seen) => (seen < count ? Promise.resolve() : next.promise),
  };
}

/** One signal for each kind of work that a transaction can queue. */
export type WorkSignals = { readonly [TKind in keyof QueuedWork]: WorkSignal };

export function createWorkSignals(): WorkSignals {
  return { deliveries: createWorkSignal(), conversations: createWorkSignal() };
}

/**
 * Wraps a store so that the engine's workers are notified when a transaction that queued work has committed. A
 * transaction that rolls back does not notify.
 *
 * @spec CV29, DI2
 */
export function notifyingStorage(storage: Storage, signals: WorkSignals): Storage {
  function notify({ deliveries, conversations }: QueuedWork): void {
    if (deliveries) signals.deliveries.notify();
    if (conversations) signals.conversations.notify();
  }

  return {
    capabilities: storage.capabilities,
    tenants: storage.tenants,
    rateLimiter: storage.rateLimiter,
    deliveryQueue: storage.deliveryQueue,
    conversationQueue: storage.conversationQueue,
    reader: (brand) => storage.reader(brand),
    async transaction<T>(brand: string, work: (tx: BrandTransaction) => Promise<T>) {
      let queued: QueuedWork | undefined;
      const result = await storage.transaction(brand, async (tx) => {
        const value = await work(tx);
        queued = tx.queued();
        return value;
      });
      if (queued !== undefined) notify(queued);
      return result;
    },
    ...executing(storage, (execute) => async (brand, useCase) => {
      const executed = await execute(brand, useCase);
      notify(executed.queued);
      return executed;
    }),
    close: () => storage.close(),
  };
}
