import type { Clock } from '../../ports/clock.ts';
import type { Storage } from '../../ports/storage.ts';
import { executeUseCase } from '../use-case/execute.ts';
import type { UseCase } from '../use-case/use-case.ts';
import type { EngineEvent, EventActor, RaisedEvent } from './engine-events.ts';
import type { EventBus } from './event-bus.ts';

/** The store for the use-cases. */
export interface EngineStorage extends Omit<Storage, 'transaction' | 'execute'> {
  /** Runs a use-case until it is decided, and commits its decision. @param by - The actor. Default: the engine. */
  perform<T>(brand: string, useCase: () => UseCase<T>, by?: EventActor): Promise<T>;
}

const byEngine: EventActor = Object.freeze({ kind: 'engine' });

/**
 * Wraps a store so that the events of a decision are published when it is committed. If the store runs a use-case again,
 * only the events of the last run count.
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
