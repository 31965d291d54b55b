import type { Storage } from '@botwright/core';

export interface StorageFixture {
  /** Fresh and empty. */
  readonly storage: Storage;
  /** Closes the storage and opens the same data again. Only asked of durable stores. */
  reopen?(): Promise<Storage>;
}
