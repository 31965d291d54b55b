import { memoryStorage } from '../src/memory/index.ts';
import type { Storage } from '../src/ports/storage.ts';
import { StorageUnavailableError } from '../src/ports/storage-unavailable.ts';

export interface FailingStorage extends Storage {
  /** From now on every call rejects with this, before anything is done. */
  failWith(error: Error): void;
  /** From now on each change is stored, and then neither it nor a read is answered, with this as the cause. */
  failAfterCommit(error: Error): void;
  work(): void;
}

export const away = (): StorageUnavailableError => new StorageUnavailableError('The server of the store is away.');

/** A store that fails when a test wants it to. */
export function failingStorage(storage: Storage = memoryStorage()): FailingStorage {
  let fault: Error | undefined;
  let afterCommit: Error | undefined;
  let isLost = false;

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
    deliveryQueue: failing(storage.deliveryQueue),
    conversationQueue: failing(storage.conversationQueue),
    rateLimiter: failing(storage.rateLimiter),
    async read(scope, requests) {
      if (fault !== undefined) throw fault;
      if (isLost) throw afterCommit;
      return storage.read(scope, requests);
    },
    async commit(scope, batch) {
      if (fault !== undefined) return { kind: 'unavailable', cause: fault };
      const outcome = await storage.commit(scope, batch);
      if (afterCommit === undefined) return outcome;
      isLost = true;
      return { kind: 'unknown', cause: afterCommit };
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
      isLost = false;
    },
  };
}
