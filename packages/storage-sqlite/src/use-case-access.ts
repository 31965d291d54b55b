import {
  applyTo,
  type BrandTransaction,
  committedOf,
  type Decided,
  type Executed,
  isOfSettings,
  type Load,
  type LoadAndDecide,
  loadFrom,
  type Operation,
  type SettingsReads,
} from '@botwright/core/ports';
import type { Transaction } from './access.ts';
import { brandStores } from './brand-access.ts';

/** Runs use-cases of one brand on the writing connection. Nothing else uses it during a use-case. */
export interface UseCaseAccess {
  /** Loads all records of a use-case. */
  decide<TDecided extends Decided>(useCase: LoadAndDecide<TDecided>, settings: SettingsReads): TDecided;
  write(operations: readonly Operation[]): Omit<Executed<Decided>, 'decided'>;
}

/** @spec CV59 */
export function useCaseAccess(transaction: Omit<Transaction, 'queued'>): UseCaseAccess {
  const queued: Transaction['queued'] = new Set();
  // The stores return synchronously, which `loadFrom` and `applyTo` allow.
  const stores = brandStores({ ...transaction, queued }) as unknown as BrandTransaction;
  const revisionNow = () => stores.settings.revision() as unknown as number;

  return {
    decide(useCase, settings) {
      let revision: number | undefined;
      const loadOne = (load: Load): unknown => {
        if (!isOfSettings(load)) return loadFrom(stores, load);
        revision ??= revisionNow();
        return settings.find(load, revision, () => loadFrom(stores, load));
      };
      let step = useCase.next([]);
      while (step.done !== true) step = useCase.next(step.value.map(loadOne));
      return step.value;
    },
    write(operations) {
      queued.clear();
      const committed = committedOf(operations.map((operation) => applyTo(stores, operation)));
      const work = { deliveries: queued.has('deliveries'), conversations: queued.has('conversations') };
      return { committed, queued: work };
    },
  };
}
