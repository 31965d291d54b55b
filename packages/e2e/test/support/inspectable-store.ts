import type { Storage } from '@botwright/core/ports';

/** A store, with a way to read everything in it without its port. */
export interface InspectableStore {
  readonly storage: Storage;
  /** Everything that is committed, without the counters of numbers, which may have gaps. */
  dump(): Promise<unknown>;
}
