import type { Clock } from '../../ports/clock.ts';
import type { BrandTransaction, Storage } from '../../ports/storage.ts';
import { executeUseCase } from '../use-case/execute.ts';
import type { UseCase } from '../use-case/use-case.ts';
import type { EngineEvent, EventActor, RaisedEvent } from './engine-events.ts';
import type { EventBus } from './event-bus.ts';

/** A transaction of the engine, which can raise events. */
export interface EngineTransaction extends BrandTransaction {
  /** Raises an event once this transaction has committed. */
  raise(event: RaisedEvent): void;
}

/** The store for the use-cases. */
export interface EngineStorage extends Omit<Storage, 'transaction' | 'execute'> {
  /** @param by - The actor. Default: none. */
  transaction<T>(brand: string, work: (tx: EngineTransaction) => Promise<T>, by?: EventActor): Promise<T>;
  /** Runs a use-case until it is decided, and commits its decision. @param by - The same. */
  perform<T>(brand: string, useCase: () => UseCase<T>, by?: EventActor): Promise<T>;
}

const byEngine: EventActor = Object.freeze({ kind: 'engine' });

/**
 * Wraps a store so that the events of a transaction are published when it has committed. If the store runs a
 * transaction again, only the events of the last run count.
 *
 * @spec EV1, EV2
 */
export function raisingStorage(storage: Storage, { events, clock }: { events: EventBus; clock: Clock }): EngineStorage {
  return {
    capabilities: storage.capabilities,
    tenants: storage.tenants,
    rateLimiter: storage.rateLimiter,
    deliveryQueue: storage.deliveryQueue,
    conversationQueue: storage.conversationQueue,
    reader: (brand) => storage.reader(brand),
    async transaction(brand, work, by = byEngine) {
      let raised: RaisedEvent[] = [];
      const result = await storage.transaction(brand, (tx) => {
        raised = [];
        return work({ ...tx, raise: (event) => void raised.push(event) });
      });
      if (raised.length > 0) publishEvents({ events, clock }, { brand, by }, raised);
      return result;
    },
    perform: (brand, useCase, by = byEngine) =>
      executeUseCase(storage, brand, useCase, (raised) => publishEvents({ events, clock }, { brand, by }, raised)),
    close: () => storage.close(),
  };
}

/** Publishes events of a committed change. @spec EV1, EV6, EV7 */
export function publishEvents(
  { events, clock }: { readonly events: EventBus; readonly clock: Clock },
  { brand, by = byEngine }: { readonly brand: string; readonly by?: EventActor },
  raised: readonly RaisedEvent[],
): void {
  if (!events.hasSubscribers()) return;
  const at = clock.now();
  events.publish(raised.map((event) => Object.freeze({ ...event, at, brand, by }) as EngineEvent));
}
