import type { BrandReader, Storage } from '../ports/storage.ts';
import { isStorageUnavailable } from '../ports/storage-unavailable.ts';
import { EngineError } from './engine-error.ts';
import type { StorageOutages } from './storage-outages.ts';
import { executing } from './use-case/executing.ts';

/**
 * Wraps a store so that a request fails with the refusal `dependency_failed` when the store is unavailable: every
 * request of an engine to its store passes here. Within a transaction the store's own error passes unchanged, so that
 * the store recognises it; the error of the whole transaction becomes the refusal.
 *
 * @spec ER17, ST121
 */
export function refusingStorage(storage: Storage, outages: StorageOutages): Storage {
  async function ask<T>(call: () => Promise<T>): Promise<T> {
    const begunIn = outages.current();
    try {
      const result = await call();
      outages.succeeded(begunIn);
      return result;
    } catch (error) {
      if (!isStorageUnavailable(error)) throw error;
      const refusal = new EngineError('dependency_failed', { cause: error });
      if (!error.isOfCall) outages.failed(error, refusal);
      throw refusal;
    }
  }

  /** Wraps the methods of a part of the store. */
  function refusing<TPart extends object>(part: TPart): TPart {
    const methods = part as Readonly<Record<string, (...given: readonly unknown[]) => Promise<unknown>>>;
    const wrapped = memberNames(part).map((name) => {
      return [name, (...given: readonly unknown[]) => ask(async () => methods[name]?.(...given))];
    });
    return Object.fromEntries(wrapped) as TPart;
  }

  function refusingReader(reader: BrandReader): BrandReader {
    const parts = reader as unknown as Readonly<Record<string, object>>;
    return Object.fromEntries(
      memberNames(reader).map((name) => [name, refusing(parts[name] ?? {})]),
    ) as unknown as BrandReader;
  }

  /** Stores have one reader a brand. */
  const readers = new WeakMap<BrandReader, BrandReader>();

  return {
    capabilities: storage.capabilities,
    tenants: refusing(storage.tenants),
    deliveryQueue: refusing(storage.deliveryQueue),
    conversationQueue: refusing(storage.conversationQueue),
    rateLimiter: refusing(storage.rateLimiter),
    reader(brand) {
      const reader = storage.reader(brand);
      const known = readers.get(reader) ?? refusingReader(reader);
      readers.set(reader, known);
      return known;
    },
    transaction: (brand, work) => ask(() => storage.transaction(brand, work)),
    ...executing(storage, (execute) => (brand, useCase) => ask(() => execute(brand, useCase))),
    close: () => storage.close(),
  };
}

/** The names of all members, also of an instance of a class. */
function memberNames(whole: object): readonly string[] {
  const names: string[] = [];
  for (let each = whole; each !== Object.prototype && each !== null; each = Object.getPrototypeOf(each)) {
    names.push(...Object.getOwnPropertyNames(each).filter((name) => name !== 'constructor'));
  }
  return names;
}
