import type { BrandReader, BrandTransaction, Storage } from '@botwright/core/ports';

/** A store with one fault, and the rule at which the contract must find it. */
export interface Mutant {
  readonly rule: string;
  readonly fault: string;
  breakStorage(sound: Storage): Storage;
}

export function changeTransaction(
  sound: Storage,
  change: (tx: BrandTransaction) => Partial<BrandTransaction>,
): Storage {
  return { ...sound, transaction: (brand, work) => sound.transaction(brand, (tx) => work({ ...tx, ...change(tx) })) };
}

export function changeReader(sound: Storage, change: (reader: BrandReader) => Partial<BrandReader>): Storage {
  return {
    ...sound,
    reader(brand) {
      const reader = sound.reader(brand);
      return { ...reader, ...change(reader) };
    },
  };
}

/** Wraps every call of every store of a transaction. */
export function aroundCalls(
  { queued, ...stores }: BrandTransaction,
  around: (call: () => Promise<unknown>, store: string, method: string, args: readonly unknown[]) => Promise<unknown>,
): BrandTransaction {
  const wrapped = Object.entries(stores).map(([storeName, store]) => {
    const methods = Object.entries(store as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>).map(
      ([name, method]) => {
        const call = (...args: unknown[]) => around(() => method(...args), storeName, name, args);
        return [name, call] as const;
      },
    );
    return [storeName, Object.fromEntries(methods)] as const;
  });
  return { ...Object.fromEntries(wrapped), queued } as unknown as BrandTransaction;
}
