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
  // Made when somebody waits: workerd warns of promises that another request resolves.
  let next: PromiseWithResolvers<void> | undefined;
  return {
    notify() {
      count += 1;
      next?.resolve();
      next = undefined;
    },
    count: () => count,
    after(seen) {
      if (seen < count) return Promise.resolve();
      next ??= Promise.withResolvers();
      return next.promise;
    },
  };
}

/** One signal for each kind of work that a transaction can queue. */
export type WorkSignals = { readonly [TKind in keyof QueuedWork]: WorkSignal };

export function createWorkSignals(): WorkSignals {
  return { deliveries: createWorkSignal(), conversations: createWorkSignal() };
}
