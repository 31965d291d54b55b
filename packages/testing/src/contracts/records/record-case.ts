import type { AnyKind, RecordStore } from '@botwright/core/ports';

/** A record store under test. */
export interface RecordStoreSubject {
  /** Opens an empty store for these kinds. Another call opens another store. */
  open(kinds: readonly AnyKind[]): Promise<OpenRecords>;
}

export interface OpenRecords {
  readonly records: RecordStore;
  /** Ends the store. */
  close(): Promise<void>;
  /** Ends the store and opens it on the same data. Absent: it is not durable. */
  reopen?(): Promise<RecordStore>;
}

export interface RecordCase {
  /** Id of the rule in `docs/spec`. */
  readonly rule: string;
  readonly title: string;
  /** Left out for a store without it. */
  readonly needs?: 'durable' | 'text' | 'exclusive';
  run(open: OpenRecords): Promise<void>;
}
