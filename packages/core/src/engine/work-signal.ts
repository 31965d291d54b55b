import type { BrandTransaction, QueuedWork, Storage } from '../ports/storage.ts';

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
 * The store as one engine uses it: when a transaction has committed, the workers of the engine are notified of what it
 * queued. One that rolls back notifies nobody.
 *
 * @spec CV29, DI2
 */
export function notifyingStorage(storage: Storage, signals: WorkSignals): Storage {
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
      if (queued?.deliveries === true) signals.deliveries.notify();
      if (queued?.conversations === true) signals.conversations.notify();
      return result;
    },
    close: () => storage.close(),
  };
}
