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
  type SettingsMemory,
} from '@botwright/core/ports';
import type { Transaction } from './access.ts';
import { brandStores } from './brand-access.ts';

/** To be remembered once the transaction that read it is committed. */
export interface ReadSetting {
  readonly load: Load;
  readonly revision: number;
  readonly answer: unknown;
}

/** Runs use-cases of one brand on the connection that writes. Nothing else uses it meanwhile. */
export interface UseCaseAccess {
  /** Loads all that a use-case asks for. @param read - Settings that were read are added here. */
  decide<TDecided extends Decided>(useCase: LoadAndDecide<TDecided>, read: ReadSetting[]): TDecided;
  write(operations: readonly Operation[]): Omit<Executed<Decided>, 'decided'>;
}

/** @spec CV59 */
export function useCaseAccess(transaction: Omit<Transaction, 'queued'>, memory: SettingsMemory): UseCaseAccess {
  const { brand } = transaction;
  const queued: Transaction['queued'] = new Set();
  // They answer at once, which `loadFrom` and `applyTo` allow.
  const stores = brandStores({ ...transaction, queued }) as unknown as BrandTransaction;
  const revisionNow = () => stores.settings.revision() as unknown as number;

  function loadSetting(load: Load, revision: number, read: ReadSetting[]): unknown {
    const known = memory.find(brand, revision, load);
    if (known !== undefined) return known.answer;
    const answer: unknown = loadFrom(stores, load);
    read.push({ load, revision, answer });
    return answer;
  }

  return {
    decide(useCase, read) {
      let revision: number | undefined;
      const loadOne = (load: Load): unknown => {
        if (!isOfSettings(load)) return loadFrom(stores, load);
        revision ??= revisionNow();
        return loadSetting(load, revision, read);
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
