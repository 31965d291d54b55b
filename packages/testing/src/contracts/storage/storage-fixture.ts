import type { Storage } from '@botwright/core/ports';

/** The context of each case. */
export interface StorageFixture {
  /** Fresh and empty; after `reopen`, the store that was opened again. */
  readonly storage: Storage;
  /** Closes the store and opens the same data again. Present for durable stores. */
  reopen?(): Promise<Storage>;
  /** Opens the same data once more, while the store is open. Present for stores with `onQueuedWork`. */
  openBeside?(): Promise<Storage>;
}
