import { memoryStorage } from '../src/memory/index.ts';
import type { BrandReader, Storage } from '../src/ports/storage.ts';
import { StorageUnavailableError } from '../src/ports/storage-unavailable.ts';

export interface FailingStorage extends Storage {
  /** From now on every call rejects with this, before anything is done. */
  failWith(error: Error): void;
  /** From now on each transaction is stored, and rejects with this. */
  failAfterCommit(error: Error): void;
  work(): void;
}

export const away = (): StorageUnavailableError => new StorageUnavailableError('The server of the store is away.');

/** A store that fails when a test wants it to. */
export function failingStorage(storage: Storage = memoryStorage()): FailingStorage {
  let fault: Error | undefined;
  let afterCommit: Error | undefined;

  function failing<TPart extends object>(part: TPart): TPart {
    return new Proxy(part, {
      get: (target, name) => {
        const member = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...given: readonly unknown[]) =>
          fault === undefined ? Reflect.apply(member, target, given) : Promise.reject(fault);
      },
    });
  }

  return {
    capabilities: storage.capabilities,
    tenants: failing(storage.tenants),
    deliveryQueue: failing(storage.deliveryQueue),
    conversationQueue: failing(storage.conversationQueue),
    rateLimiter: failing(storage.rateLimiter),
    reader: (brand) => {
      const parts = Object.entries(storage.reader(brand)).map(([name, part]) => [name, failing(part)]);
      return Object.fromEntries(parts) as BrandReader;
    },
    async transaction(brand, work) {
      if (fault !== undefined) throw fault;
      const result = await storage.transaction(brand, work);
      if (afterCommit !== undefined) throw afterCommit;
      return result;
    },
    close: () => storage.close(),
    failWith(error) {
      fault = error;
    },
    failAfterCommit(error) {
      afterCommit = error;
    },
    work() {
      fault = undefined;
      afterCommit = undefined;
    },
  };
}
