import type { BrandTransaction, Storage } from '../../ports/storage.ts';
import type { Bell } from '../conversations/bell.ts';

/**
 * Rings when a transaction has committed that added deliveries, whoever ran it.
 *
 * @spec DI2
 */
export function announceDeliveries(storage: Storage, bell: Bell): Storage {
  return {
    capabilities: storage.capabilities,
    installation: storage.installation,
    rateLog: storage.rateLog,
    deliveryQueue: storage.deliveryQueue,
    conversationQueue: storage.conversationQueue,
    reader: (brand) => storage.reader(brand),
    async transaction<T>(brand: string, work: (tx: BrandTransaction) => Promise<T>) {
      let hasAdded = false;
      const onAdd = () => {
        hasAdded = true;
      };
      const result = await storage.transaction(brand, (tx) => work(withAdd(tx, onAdd)));
      if (hasAdded) bell.ring();
      return result;
    },
    close: () => storage.close(),
  };
}

function withAdd(tx: BrandTransaction, onAdd: () => void): BrandTransaction {
  const { deliveries } = tx;
  return {
    ...tx,
    deliveries: {
      find: (id) => deliveries.find(id),
      list: (query) => deliveries.list(query),
      findBody: (id) => deliveries.findBody(id),
      endPending: (target, at) => deliveries.endPending(target, at),
      eraseOfCustomer: (customer, at) => deliveries.eraseOfCustomer(customer, at),
      eraseOfBot: (botId, at) => deliveries.eraseOfBot(botId, at),
      add(added) {
        onAdd();
        return deliveries.add(added);
      },
    },
  };
}
