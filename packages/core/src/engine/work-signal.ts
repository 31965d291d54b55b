import type { QueuedWork } from '../ports/storage.ts';

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
