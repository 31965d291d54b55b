import type { BotRecord, CustomerRecord, Storage } from '@botwright/core/ports';

/** The brand of all records. */
export const brand = 'bench';

/** A store that a benchmark fills. */
export interface BenchStore {
  readonly storage: Storage;
  /** The numbers follow each other from 1. */
  readonly addBots: (bots: readonly Omit<BotRecord, 'number'>[]) => Promise<void>;
  /** The numbers follow each other from 1. */
  readonly addCustomers: (customers: readonly Omit<CustomerRecord, 'number'>[]) => Promise<void>;
  /** Does the store's background work after this many writes. */
  readonly settle: () => Promise<void>;
}

/** Stores of one kind, which are closed together. */
export interface BenchStores {
  /** Makes an empty one. */
  readonly open: () => Promise<BenchStore>;
  readonly close: () => Promise<void>;
}
