import type {
  CommitOutcome,
  RecordCondition,
  RecordOperation,
  RecordRequest,
  Scope,
} from '../../ports/record-store.ts';
import type { Storage } from '../../ports/storage.ts';

/** A store that has only records: of its kinds and of `queueKinds`. `RecordStore` describes each method. */
export interface RecordsOnly {
  readonly capabilities: Storage['capabilities'];
  read(scope: Scope, requests: readonly RecordRequest[]): Promise<readonly unknown[]>;
  commit(scope: Scope, batch: RecordsBatch): Promise<CommitOutcome>;
  exclusive?<TDecision extends Pick<RecordsBatch, 'operations'>>(
    scope: Scope,
    program: () => Generator<readonly RecordRequest[], TDecision, readonly unknown[]>,
  ): Promise<{ readonly decision: TDecision; readonly committed: CommitOutcome }>;
  close(): Promise<void>;
}

/** A commit to all records at once: the operations take place only if each condition holds. */
export interface RecordsBatch {
  readonly conditions: readonly RecordCondition[];
  readonly operations: readonly RecordOperation[];
}
