import type { AnyKind } from '../ports/record-kind.ts';
import { runAtOnce } from '../ports/run-at-once.ts';
import type { Storage } from '../ports/storage.ts';
import { recordKinds } from '../records/record-kinds.ts';
import { commitNow } from './commit-now.ts';
import { createConversationWork } from './conversation-work.ts';
import { createDeliveryIndex } from './delivery-index.ts';
import { deliveryQueue } from './delivery-queue.ts';
import { dumpContents, loadContents, type MemoryContents } from './memory-contents.ts';
import { answerNow, createTables, type MemoryState } from './memory-state.ts';
import { localRateLimiter } from './rate-limiter.ts';

export interface MemoryStorage extends Storage {
  /**
   * Returns everything that is committed, as plain data that can be written as JSON, for tests and for stores that save
   * it elsewhere. `memoryStorage({ contents })` makes a store with these contents.
   */
  dump(): MemoryContents;
  exclusive: NonNullable<Storage['exclusive']>;
}

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

  const change = <T>(act: () => T): Promise<T> =>
    look(() => {
      try {
        return act();
      } finally {
        onChange();
      }
    });

  const state: MemoryState = {
    tables: createTables(kinds),
    conversations: createConversationWork(change),
    deliveries: createDeliveryIndex(),
    numbers: new Map(),
  };
  if (contents !== undefined) loadContents(state, contents);

  return {
    capabilities: { durable: false, text: true },
    read(scope, requests) {
      const givesNumbers = requests.some((request) => request.do === 'number');
      return (givesNumbers ? change : look)(() => requests.map((request) => answerNow(state, scope, request)));
    },
    commit: (scope, batch) => change(() => commitNow(state, scope, batch)),
    exclusive: (scope, program) =>
      change(() => {
        const decision = runAtOnce(program, (requests) => requests.map((each) => answerNow(state, scope, each)));
        return { decision, committed: commitNow(state, scope, { conditions: [], operations: decision.operations }) };
      }),
    conversationQueue: state.conversations.queue,
    deliveryQueue: deliveryQueue(state.deliveries, change, look),
    rateLimiter: { admit: (key, request) => look(() => rates.admitNow(key, request)) },
    dump: () => dumpContents(state),
    async close() {
      isClosed = true;
    },
  };
}
