import {
  type CommitOutcome,
  type DecidedRecords,
  isStorageUnavailable,
  type Program,
  type Request,
  runAtOnce,
  type Scope,
  type Storage,
} from '@botwright/core/ports';
import { LockedRecords } from '../sql/locked-records.ts';
import { brandOf, type RecordSchema } from '../sql/record-plans.ts';
import { createCommitGroup, inSavepoint } from './commit-group.ts';
import type { Connection, RunQuery } from './connection.ts';
import { createConversationQueue } from './conversation-queue.ts';
import { deliveryQueue } from './delivery-queue.ts';
import { createLogMarks } from './log-marks.ts';
import { createNumberSequences } from './number-sequences.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { answersOf } from './records/answers.ts';
import { applyBatch } from './records/apply-batch.ts';
import { createSharedSnapshot } from './shared-snapshot.ts';
import { unlessUnavailable } from './unavailable.ts';

export interface Connections {
  readonly writer: Connection;
  /** Absent if only the writer can see the data (`:memory:`). */
  readonly reader: Connection | undefined;
}

/** @spec SQ10, SQ11 */
export function createStorage(schema: RecordSchema, { writer, reader }: Connections): Storage {
  const reads = reader && createSharedSnapshot(reader);
  const marks = reader && createLogMarks(writer);
  const group = createCommitGroup({
    connection: writer,
    beforeCommit() {
      marks?.beforeCommit();
      reads?.end();
    },
    afterCommit: () => marks?.afterCommit(),
  });
  const answers = answersOf(schema, createNumberSequences(writer));
  let isClosed = false;

  function requireOpen(): void {
    if (isClosed) throw new Error('The storage is closed.');
  }

  /** No group is open when this runs: each runs in one turn of the event loop. */
  const readCommitted = async <T>(query: (connection: Connection) => T, key?: string): Promise<T> => {
    requireOpen();
    return unlessUnavailable(() => (reads === undefined ? query(writer) : reads.read(query, key)));
  };

  const inGroup = async <T>(brand: string, work: () => T): Promise<T> => {
    requireOpen();
    return group.run(work, brand);
  };

  /** Runs work that belongs to no brand, such as work of the queues, in a separate transaction. */
  const alone: RunQuery = (query) => inGroup('', () => inSavepoint(writer, () => query(writer)));

  /** Writes between two groups, without waiting for the disk. */
  const writeUnsynced: RunQuery = async (query) => {
    requireOpen();
    return unlessUnavailable(() => withoutSync(writer, () => query(writer)));
  };

  return {
    capabilities: { durable: reader !== undefined, text: true },
    async read(scope, requests) {
      // Taking a number writes it.
      if (requests.some((request) => request.do === 'number')) {
        return inGroup(brandOf(scope), () => answers(writer, scope, requests));
      }
      const key = areSmall(schema, requests) ? JSON.stringify([scope, requests]) : undefined;
      return readCommitted((connection) => answers(connection, scope, requests), key);
    },
    commit(scope, batch) {
      const brand = brandOf(scope);
      return outcomeOf(inGroup(brand, () => applyBatch(schema, writer, brand, batch)));
    },
    async exclusive<TDecision extends DecidedRecords>(scope: Scope, program: () => Program<TDecision>) {
      const brand = brandOf(scope);
      let decision: TDecision | undefined;
      const committed = await outcomeOf(
        inGroup(brand, () => {
          const read = new LockedRecords(schema);
          decision = runAtOnce(program, (requests) => {
            const given = answers(writer, scope, requests);
            for (const [index, request] of requests.entries()) read.note(request, given[index]);
            return given;
          });
          return applyBatch(schema, writer, brand, { conditions: [], operations: decision.operations }, read);
        }),
      );
      // Undefined only if no group could begin.
      return { decision: decision as TDecision, committed };
    },
    conversationQueue: createConversationQueue({ read: readCommitted, write: alone, writeUnsynced }),
    deliveryQueue: deliveryQueue({ read: readCommitted, write: alone }),
    rateLimiter: createRateLimiter(alone),
    async close() {
      if (isClosed) return group.untilIdle();
      isClosed = true;
      await group.untilIdle();
      reads?.end();
      reader?.close();
      marks?.beforeClose();
      writer.close();
    },
  };
}

/** Whether the answers are small enough to cache: each request finds one record without documents. */
function areSmall(schema: RecordSchema, requests: readonly Request[]): boolean {
  return requests.every(
    (request) =>
      (request.do === 'get' || request.do === 'find') &&
      (request.heads === true || schema.get(request.kind)?.documents.length === 0),
  );
}

async function outcomeOf(committing: Promise<CommitOutcome>): Promise<CommitOutcome> {
  try {
    return await committing;
  } catch (cause) {
    if (isStorageUnavailable(cause)) return { kind: 'unavailable', cause };
    throw cause;
  }
}

/**
 * Runs statements that each commit without waiting for the disk. They survive the end of the process, but not a crash
 * of the machine before the next commit that waits for the disk.
 *
 * @param connection - Has no open transaction.
 */
function withoutSync<T>(connection: Connection, statements: () => T): T {
  connection.script('PRAGMA synchronous = NORMAL');
  try {
    return statements();
  } finally {
    connection.script('PRAGMA synchronous = FULL');
  }
}
