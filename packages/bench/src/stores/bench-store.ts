import type { Storage } from '@botwright/core/ports';

/** A store that a benchmark fills. */
export interface BenchStore {
  readonly storage: Storage;
  /** Does the store's background work after this many writes. */
  readonly settle: () => Promise<void>;
}

/** Stores of one kind, which are closed together. */
export interface BenchStores {
  /** Makes an empty one. */
  readonly open: () => Promise<BenchStore>;
  readonly close: () => Promise<void>;
}
