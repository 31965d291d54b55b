import type { Clock } from '../../ports/clock.ts';
import type { BrandTransaction, Storage } from '../../ports/storage.ts';
import type { EngineEvent, EventActor, RaisedEvent } from './engine-events.ts';
import { applyInTransaction, Conflict, runInTransaction } from '../use-case/in-transaction.ts';
import type { UseCase } from '../use-case/use-case.ts';
import type { EventBus } from './event-bus.ts';

/** A transaction of the engine, which says what it does. */
export interface EngineTransaction extends BrandTransaction {
  /** Raises an event once this transaction has committed. */
  raise(event: RaisedEvent): void;
}

/** The store as the use-cases have it. */
export interface EngineStorage extends Omit<Storage, 'transaction'> {
  /** @param by - On whose behalf it runs. Default: nobody's. */
  transaction<T>(brand: string, work: (tx: EngineTransaction) => Promise<T>, by?: EventActor): Promise<T>;
  /** Runs a use-case until it is decided, and commits its decision. @param by - The same. */
  execute<T>(brand: string, useCase: () => UseCase<T>, by?: EventActor): Promise<T>;
}

const byEngine: EventActor = Object.freeze({ kind: 'engine' });

/**
 * Wraps a store so that what a transaction raises is published when it has committed. Of a transaction that the store
 * runs again, only what the last run raised counts.
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
    async execute(brand, useCase, by = byEngine) {
      for (let conflicts = 0; ; ) {
        try {
          const { decision, committed } = await storage.transaction(brand, async (tx) => {
            const decision = await runInTransaction(tx, useCase());
            const operations = decision.kind === 'decided' ? decision.operations : [];
            return { decision, committed: await applyInTransaction(tx, operations) };
          });
          if (decision.kind === 'needs') {
            await decision.obtain();
            continue;
          }
          if (decision.events.length > 0) publishEvents({ events, clock }, { brand, by }, decision.events);
          return decision.answer(committed);
        } catch (error) {
          if (!(error instanceof Conflict)) throw error;
          conflicts += 1;
          if (conflicts === mostConflicts) throw new Error('Other transactions were always first.', { cause: error });
        }
      }
    },
    close: () => storage.close(),
  };
}

/** How often a use-case runs at most when others are always first. */
const mostConflicts = 10;

/** Publishes events of something that is committed. @spec EV1, EV6, EV7 */
export function publishEvents(
  { events, clock }: { readonly events: EventBus; readonly clock: Clock },
  { brand, by = byEngine }: { readonly brand: string; readonly by?: EventActor },
  raised: readonly RaisedEvent[],
): void {
  if (!events.hasSubscribers()) return;
  const at = clock.now();
  events.publish(raised.map((event) => Object.freeze({ ...event, at, brand, by }) as EngineEvent));
}
