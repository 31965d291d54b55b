import type { Storage } from '../ports/storage.ts';
import { executing } from './use-case/executing.ts';

/** How much an engine asks of its store. */
export interface StorageActivity {
  /** How many transactions and readers it has asked for so far. */
  count(): number;
}

/** Wraps a store so that work which can wait finds out whether other work is under way. @spec DR44 */
export function countActivity(storage: Storage): { readonly storage: Storage; readonly activity: StorageActivity } {
  let count = 0;
  return {
    storage: {
      capabilities: storage.capabilities,
      tenants: storage.tenants,
      rateLimiter: storage.rateLimiter,
      deliveryQueue: storage.deliveryQueue,
      conversationQueue: storage.conversationQueue,
      reader(brand) {
        count += 1;
        return storage.reader(brand);
      },
      transaction(brand, work) {
        count += 1;
        return storage.transaction(brand, work);
      },
      ...executing(storage, (execute) => (brand, useCase) => {
        count += 1;
        return execute(brand, useCase);
      }),
      close: () => storage.close(),
    },
    activity: { count: () => count },
  };
}
