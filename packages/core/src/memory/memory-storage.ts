import type { AnyKind } from '../ports/record-kind.ts';
import type { CommitOutcome, RecordBatch, Request, Scope } from '../ports/record-store.ts';
import { runAtOnce } from '../ports/run-at-once.ts';
import type { Storage } from '../ports/storage.ts';
import { recordKinds } from '../records/record-kinds.ts';
import { commitNow } from './commit-now.ts';
import { conversationQueue } from './conversation-queue.ts';
import { createConversationWork } from './conversation-work.ts';
import { createDeliveryIndex } from './delivery-index.ts';
import { deliveryQueue } from './delivery-queue.ts';
import { dumpContents, loadContents, type MemoryContents } from './memory-contents.ts';
import { answerNow, createTables, type MemoryState } from './memory-state.ts';
import { localRateLimiter } from './rate-limiter.ts';

/** A store in memory, whose contents can be saved and restored. */
export interface MemoryStorage extends Storage {
  /**
   * Returns everything that is committed, as plain data that can be written as JSON, for tests and for stores that save
   * it elsewhere. `memoryStorage({ contents })` makes a store with these contents.
   */
  dump(): MemoryContents;
  /** Runs a use-case synchronously, so that no other writer comes between its steps. */
  exclusive: NonNullable<Storage['exclusive']>;
}

/** Default: an empty store for the records of the engine. */
export interface MemoryStorageOptions {
  /** The kinds of records that it stores. Default: those of the engine. */
  readonly kinds?: readonly AnyKind[];
  /** The initial contents. Default: none. */
  readonly contents?: MemoryContents;
  /** Called when the contents may have changed, before the call that changed them resolves. */
  readonly onChange?: () => void;
}

/**
 * Makes a store in the memory of this process.
 *
 * Concurrent callers race as on a database: between a read and a commit others have their turn. Each call has its effect
 * at once, so that no call waits for another.
 *
 * Nobody else has its contents, so keys of requests that a former process had in use are free.
 *
 * @spec ST8, RS11, ST54, ID12
 */
export function memoryStorage({
  kinds = recordKinds,
  contents,
  onChange = () => {},
}: MemoryStorageOptions = {}): MemoryStorage {
  const rates = localRateLimiter();
  let isClosed = false;

  async function look<T>(question: () => T): Promise<T> {
    if (isClosed) throw new Error('The storage is closed.');
    return question();
  }

  function changing<T>(act: () => T): T {
    try {
      return act();
    } finally {
      onChange();
    }
  }

  const change = <T>(act: () => T): Promise<T> => look(() => changing(act));

  const state: MemoryState = {
    tables: createTables(kinds),
    conversations: createConversationWork(),
    deliveries: createDeliveryIndex(),
    numbers: new Map(),
  };
  if (contents !== undefined) loadContents(state, contents);

  function readNow(scope: Scope, requests: readonly Request[]): readonly unknown[] {
    const answers = () => requests.map((request) => answerNow(state, scope, request));
    return requests.some((request) => request.do === 'number') ? changing(answers) : answers();
  }

  function writeNow(scope: Scope, batch: RecordBatch): CommitOutcome {
    const commit = () => commitNow(state, scope, batch);
    return batch.operations.length > 0 ? changing(commit) : commit();
  }

  return {
    capabilities: { durable: false, text: true },
    read: (scope, requests) => look(() => readNow(scope, requests)),
    commit: (scope, batch) => look(() => writeNow(scope, batch)),
    exclusive: (scope, program) =>
      look(() => {
        const decision = runAtOnce(program, (requests) => readNow(scope, requests));
        return { decision, committed: writeNow(scope, { conditions: [], operations: decision.operations }) };
      }),
    conversationQueue: conversationQueue(state.conversations, change),
    deliveryQueue: deliveryQueue(state.deliveries, change, look),
    rateLimiter: { admit: (key, request) => look(() => rates.admitNow(key, request)) },
    dump: () => dumpContents(state),
    async close() {
      isClosed = true;
    },
  };
}
