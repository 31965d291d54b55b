import type { CommitOutcome, DecidedRecords, Program, Scope } from '../ports/record-store.ts';
import type { Storage } from '../ports/storage.ts';
import { isStorageUnavailable } from '../ports/storage-unavailable.ts';
import { EngineError } from './engine-error.ts';
import type { StorageOutages } from './storage-outages.ts';

/**
 * Wraps a store so that a request fails with the refusal `dependency_failed` when the store is unavailable: every
 * request of an engine to its store passes here.
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

  const exclusive: Storage['exclusive'] = storage.exclusive?.bind(storage);
  return {
    ...(exclusive !== undefined && {
      exclusive: <TDecision extends DecidedRecords>(scope: Scope, program: () => Program<TDecision>) =>
        ask(async () => {
          const ran = await exclusive(scope, program);
          return { ...ran, committed: orUnavailable(ran.committed) };
        }),
    }),
    ...(storage.onQueuedWork !== undefined && { onQueuedWork: storage.onQueuedWork.bind(storage) }),
    capabilities: storage.capabilities,
    read: (scope, requests) => ask(() => storage.read(scope, requests)),
    commit: (scope, batch) => ask(async () => orUnavailable(await storage.commit(scope, batch))),
    deliveryQueue: refusing(storage.deliveryQueue),
    conversationQueue: refusing(storage.conversationQueue),
    rateLimiter: refusing(storage.rateLimiter),
    close: () => storage.close(),
  };
}

/** @throws The cause, if nothing was stored because the store is unavailable. */
function orUnavailable(outcome: CommitOutcome): CommitOutcome {
  if (outcome.kind === 'unavailable') throw outcome.cause;
  return outcome;
}

/** The names of all members, also of an instance of a class. */
function memberNames(whole: object): readonly string[] {
  const names: string[] = [];
  for (let each = whole; each !== Object.prototype && each !== null; each = Object.getPrototypeOf(each)) {
    names.push(...Object.getOwnPropertyNames(each).filter((name) => name !== 'constructor'));
  }
  return names;
}
