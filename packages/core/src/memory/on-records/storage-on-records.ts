import type {
  CommitOutcome,
  DecidedRecords,
  Program,
  RecordBatch,
  RecordStore,
  Scope,
} from '../../ports/record-store.ts';
import type { Storage } from '../../ports/storage.ts';
import { brandOf } from '../memory-state.ts';
import { conversationRows } from './conversation-rows.ts';
import { deliveryRows } from './delivery-rows.ts';
import {
  concernsQueues,
  type QueueRows,
  type QueueWrites,
  queueAnswer,
  queueWrites,
  Refused,
  recordRequest,
} from './queue-writes.ts';
import { conversationsOnRecords, deliveriesOnRecords, type Serial } from './queues.ts';
import { ratesOnRecords } from './rates.ts';
import type { RecordsBatch, RecordsOnly } from './records-only.ts';

/**
 * Makes a whole store from a store of records: its queues and its rate limiter are records of the kinds `queueKinds`.
 * Several processes may use the same data.
 *
 * A call of a queue reads everything that waits, so its time grows with the deliveries and conversations that wait.
 *
 * @example
 * const storage = storageOnRecords(myRecords([...recordKinds, ...queueKinds]));
 */
export function storageOnRecords(records: RecordsOnly): Storage {
  const rows: QueueRows = { conversations: conversationRows(), deliveries: deliveryRows() };
  const { capabilities, exclusive } = records;
  const serial = oneAtATime();
  const running = new Set<Promise<unknown>>();
  let isClosed = false;

  async function track<T>(call: () => Promise<T>): Promise<T> {
    if (isClosed) throw new Error('The storage is closed.');
    const answer = call();
    running.add(answer);
    try {
      return await answer;
    } finally {
      running.delete(answer);
    }
  }

  /** The same methods; they reject once the store is closed. */
  function tracked<T extends object>(part: T): T {
    const methods = Object.entries(part as Record<string, (...args: unknown[]) => Promise<unknown>>);
    return Object.fromEntries(
      methods.map(([name, method]) => [name, (...args: unknown[]) => track(() => method(...args))]),
    ) as T;
  }

  const store: RecordStore = {
    async read(scope, requests) {
      const answers = await records.read(scope, requests.map(recordRequest));
      return requests.map((request, index) => queueAnswer(request, answers[index]));
    },
    commit: (scope, batch) =>
      concernsQueues(batch)
        ? serial(() => commitBatch(records, rows, scope, batch))
        : records.commit(scope, batch as RecordsBatch),
    ...(exclusive !== undefined && {
      exclusive: (scope, program) => serial(() => runExclusive(exclusive, rows, scope, program)),
    }),
  };

  return {
    capabilities,
    ...tracked(store),
    conversationQueue: tracked(conversationsOnRecords(records, rows.conversations, serial)),
    deliveryQueue: tracked(deliveriesOnRecords(records, rows.deliveries, serial)),
    rateLimiter: tracked(ratesOnRecords(records)),
    async close() {
      isClosed = true;
      await Promise.allSettled(running);
      await records.close();
    },
  };
}

/** Runs one call at a time: each changes the rows in memory. */
function oneAtATime(): Serial {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const next = last.then(act);
    last = next.catch(() => undefined);
    return next;
  };
}

async function commitBatch(
  records: RecordsOnly,
  rows: QueueRows,
  scope: Scope,
  batch: RecordBatch,
): Promise<CommitOutcome> {
  try {
    for (let before = ''; ; ) {
      const run = queueWrites(rows, brandOf(scope), batch);
      let step = run.next([]);
      while (step.done !== true) step = run.next(await records.read(scope, step.value));
      const { conditions, operations } = step.value;
      const outcome = await records.commit(scope, { conditions, operations });
      const expected = JSON.stringify(conditions);
      if (outcome.kind !== 'conflict' || expected === before) return outcomeOf(outcome, step.value);
      // Either a condition of the caller does not hold, or the queue has changed: the next try shows which.
      before = expected;
    }
  } catch (error) {
    if (error instanceof Refused) return { kind: 'conflict' };
    throw error;
  }
}

async function runExclusive<TDecision extends DecidedRecords>(
  exclusive: NonNullable<RecordsOnly['exclusive']>,
  rows: QueueRows,
  scope: Scope,
  program: () => Program<TDecision>,
): Promise<{ readonly decision: TDecision; readonly committed: CommitOutcome }> {
  let decided: TDecision | undefined;
  try {
    const { decision: writes, committed } = await exclusive(scope, function* () {
      const run = program();
      let step = run.next([]);
      while (step.done !== true) {
        const requests = step.value;
        const answers = yield requests.map(recordRequest);
        step = run.next(requests.map((request, index) => queueAnswer(request, answers[index])));
      }
      decided = step.value;
      return yield* queueWrites(rows, brandOf(scope), { conditions: [], operations: decided.operations });
    });
    return { decision: decided as TDecision, committed: outcomeOf(committed, writes) };
  } catch (error) {
    if (error instanceof Refused) return { decision: decided as TDecision, committed: { kind: 'conflict' } };
    throw error;
  }
}

function outcomeOf(outcome: CommitOutcome, { isLeased, isFinished }: QueueWrites): CommitOutcome {
  if (outcome.kind !== 'committed') return outcome;
  return { ...outcome, ...(isLeased && { isLeased }), ...(isFinished && { isFinished }) };
}
