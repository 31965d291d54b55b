import type {
  CommitOutcome,
  RecordCondition,
  RecordOperation,
  RecordRequest,
  Scope,
} from '../../ports/record-store.ts';
import type { Storage } from '../../ports/storage.ts';

/** A store that has only records: of its kinds and of `queueKinds`. `RecordStore` describes each method. */
export interface RecordsOnly extends Pick<Storage, 'capabilities' | 'close'> {
  /** Answers all requests from one moment, in their order. */
  read(scope: Scope, requests: readonly RecordRequest[]): Promise<readonly unknown[]>;
  /** Stores all operations or none. */
  commit(scope: Scope, batch: RecordsBatch): Promise<CommitOutcome>;
  /** Runs a program under the store's lock, like `RecordStore.exclusive`. Optional. */
  exclusive?<TDecision extends Pick<RecordsBatch, 'operations'>>(
    scope: Scope,
    program: () => Generator<readonly RecordRequest[], TDecision, readonly unknown[]>,
  ): Promise<{ readonly decision: TDecision; readonly committed: CommitOutcome }>;
}

/** A commit to all records at once: the operations take place only if each condition holds. */
export interface RecordsBatch {
  /** All must hold; otherwise the answer is a conflict. */
  readonly conditions: readonly RecordCondition[];
  /** In their order, all or none. */
  readonly operations: readonly RecordOperation[];
}
