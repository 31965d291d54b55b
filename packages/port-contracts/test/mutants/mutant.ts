import type { BrandReader, BrandTransaction, Storage } from '@botwright/core';

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

/** Puts something around every call of every store of a transaction. */
export function aroundCalls(
  tx: BrandTransaction,
  around: (call: () => Promise<unknown>, store: string, method: string, args: readonly unknown[]) => Promise<unknown>,
): BrandTransaction {
  const stores = Object.entries(tx).map(([storeName, store]) => {
    const methods = Object.entries(store as Record<string, (...args: unknown[]) => Promise<unknown>>).map(
      ([name, method]) => {
        const wrapped = (...args: unknown[]) => around(() => method(...args), storeName, name, args);
        return [name, wrapped] as const;
      },
    );
    return [storeName, Object.fromEntries(methods)] as const;
  });
  return Object.fromEntries(stores) as unknown as BrandTransaction;
}
