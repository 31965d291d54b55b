import type { BrandTransaction, Storage } from '../../ports/storage.ts';
import type { Bell } from './bell.ts';

/**
 * Rings when a transaction has committed that pushed to an inbox, whoever ran it.
 *
 * @spec CV29
 */
export function announcePushes(storage: Storage, bell: Bell): Storage {
  return {
    capabilities: storage.capabilities,
    installation: storage.installation,
    deliveryQueue: storage.deliveryQueue,
    conversationQueue: storage.conversationQueue,
    rateLog: storage.rateLog,
    reader: (brand) => storage.reader(brand),
    async transaction<T>(brand: string, work: (tx: BrandTransaction) => Promise<T>) {
      let hasPushed = false;
      const result = await storage.transaction(brand, (tx) => work(withPush(tx, () => (hasPushed = true))));
      if (hasPushed) bell.ring();
      return result;
    },
    close: () => storage.close(),
  };
}

function withPush(tx: BrandTransaction, onPush: () => void): BrandTransaction {
  const { conversations } = tx;
  return {
    ...tx,
    conversations: {
      find: (customer) => conversations.find(customer),
      put: (record) => conversations.put(record),
      next: (customer) => conversations.next(customer),
      drop: (customer, entry) => conversations.drop(customer, entry),
      isHeld: (customer, worker) => conversations.isHeld(customer, worker),
      clearDeaths: (customer) => conversations.clearDeaths(customer),
      push(customer, item, at) {
        onPush();
        return conversations.push(customer, item, at);
      },
    },
  };
}
