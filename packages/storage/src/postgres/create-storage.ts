import type {
  CommitOutcome,
  DecidedRecords,
  Program,
  RecordStore,
  Request,
  Scope,
  Storage,
} from '@botwright/core/ports';
import { announcements } from '@botwright/core/ports';
import { LockedRecords } from '../sql/locked-records.ts';
import { brandOf, type RecordSchema } from '../sql/record-plans.ts';
import { queuedBy, type SentBatch, sendBatch } from './batches.ts';
import { type Calls, createCalls } from './calls.ts';
import type { Client } from './client.ts';
import { outcomeOf } from './errors.ts';
import { clientOf } from './host-client.ts';
import { withoutBitmaps } from './planning.ts';
import type { DeliveriesListener, PostgresStorage } from './postgres-port.ts';
import type { QueuedWorkSignals } from './queued-work.ts';
import type { Queues } from './queues.ts';
import { answer, answerAbsentAgain, planRequest } from './requests.ts';
import { isOfHost, type Session } from './session.ts';
import type { Transactions } from './transactions.ts';

export interface StorageParts {
  readonly records: RecordSchema;
  readonly transactions: Transactions;
  readonly calls: Calls;
  readonly queues: Queues;
  readonly signals: QueuedWorkSignals;
  /** Runs transactions within one that the host has begun. */
  join(client: Client): Transactions;
  /** Called when the store is closed. */
  end(): Promise<void>;
  readonly listener?: DeliveriesListener;
}

export function createStorage(parts: StorageParts): PostgresStorage {
  const { transactions, calls, queues, signals } = parts;
  const { conversationQueue, deliveryQueue, rateLimiter, withDeliveryQueue, followClock } = queues;
  const shared = { capabilities: { durable: true, text: true }, conversationQueue, deliveryQueue, rateLimiter };
  const notify = (statement: Parameters<Session['send']>[0]) => transactions.read((session) => session.all(statement));
  let closing: Promise<void> | undefined;
  return {
    ...shared,
    ...createRecords(parts, {
      async atEnd() {},
      committed(queued) {
        queues.written();
        signals.committed(queued, notify);
      },
    }),
    withDeliveryQueue,
    followClock,
    onQueuedWork: (listener) => signals.subscribe(listener),
    addingWith: (listener) =>
      createStorage({
        ...parts,
        async listener(client, added) {
          await parts.listener?.(client, added);
          await listener(client, added);
        },
      }),
    within(client): Storage {
      const own = createCalls(calls);
      const joined = { ...parts, transactions: parts.join(clientOf(client)), calls: own };
      return {
        ...shared,
        ...createRecords(joined, {
          isJoined: true,
          async atEnd(session, sent) {
            const statement = signals.withCommit(await queuedBy(sent));
            if (statement !== undefined) session.send(statement);
          },
          committed() {},
        }),
        close: own.close,
      };
    },
    close() {
      closing ??= (async () => {
        await calls.close();
        await queues.settle();
        await signals.close();
        await parts.end();
      })();
      return closing;
    },
  };
}

/** Whether a request counts the records of many values, up to its bound. */
function countsValues(request: Request): boolean {
  return request.do === 'count' && Object.values(request.where).some(Array.isArray);
}

interface CommitTerms {
  /** Whether the store runs in the host's transaction: `enqueue` never leases, and nothing is retried. */
  readonly isJoined?: boolean;
  /** Called before the commit. */
  atEnd(session: Session, sent: SentBatch): Promise<void>;
  committed(queued: Awaited<ReturnType<typeof queuedBy>>): void;
}

/** @spec RS2, RS5, RS7, RS8, RS24, PG8, PG32, PG33, PG36, VE33 */
function createRecords(
  { records: schema, transactions, calls, listener }: StorageParts,
  { isJoined = false, atEnd, committed }: CommitTerms,
): Required<RecordStore> {
  const announced = announcements(Array.from(schema.values(), ({ kind }) => kind));

  async function commit(
    brand: string,
    work: (session: Session) => SentBatch | Promise<SentBatch>,
  ): Promise<CommitOutcome> {
    try {
      const sent = await transactions.once(async (session) => {
        const batch = await work(session);
        const { deliveries } = batch;
        if (deliveries.length > 0) await listener?.(session.client, { brand, deliveries });
        await atEnd(session, batch);
        return batch;
      });
      committed(await queuedBy(sent));
      const isLeased = (await Promise.all(sent.leased)).includes(true);
      const isFinished = (await Promise.all(sent.finished)).includes(true);
      return { kind: 'committed', ...(isLeased && { isLeased }), ...(isFinished && { isFinished }) };
    } catch (error) {
      if (isOfHost(error)) throw error;
      return outcomeOf(error);
    }
  }

  return {
    read(scope, requests) {
      const plans = requests.map((request) => planRequest(schema, scope, request));
      const writes = requests.some((request) => request.do === 'number');
      // A setting would stay in the host's transaction.
      const countsMany = !isJoined && requests.every(countsValues);
      const isOne = !countsMany && plans.length === 1 && plans[0]?.statements.length === 1;
      const work = (session: Session) => {
        if (countsMany) session.early.send({ sql: withoutBitmaps, params: [] });
        return answer(session, plans);
      };
      return calls.begin(() => (isOne ? transactions.read(work) : transactions.snapshot(work, writes)));
    },

    commit(scope, batch) {
      const brand = brandOf(scope);
      const terms = { brand, announced, withoutLeases: isJoined };
      return calls.begin(() => commit(brand, (session) => sendBatch(schema, session, batch, terms)));
    },

    exclusive<TDecision extends DecidedRecords>(scope: Scope, program: () => Program<TDecision>) {
      const brand = brandOf(scope);
      let decision: TDecision | undefined;
      let fault: { readonly error: unknown } | undefined;
      const work = async (session: Session) => {
        const lockedWork = new Set<number>();
        const lockedRecords = new LockedRecords(schema);
        const answered = async (requests: readonly Request[]) => {
          for (const request of requests)
            if (request.do === 'lease' && request.expect) lockedWork.add(request.customer);
          const plans = requests.map((request) => planRequest(schema, scope, request, true));
          const first = await answer(session, plans);
          const answers = isJoined
            ? await answerAbsentAgain(session, { scope, requests, plans, answers: first })
            : first;
          for (const [index, request] of requests.entries()) {
            if ('expect' in request && request.expect === true) lockedRecords.note(request, answers[index]);
          }
          return answers;
        };
        const running = program();
        const step = (answers: readonly unknown[]) => {
          try {
            return running.next(answers);
          } catch (error) {
            fault = { error };
            throw error;
          }
        };
        let next = step([]);
        while (next.done !== true) next = step(await answered(next.value));
        decision = next.value;
        const batch = { conditions: [], operations: decision.operations };
        const terms = { brand, announced, lockedWork, lockedRecords, withoutLeases: isJoined };
        return sendBatch(schema, session, batch, terms);
      };
      return calls.begin(async () => {
        const [committed] = await Promise.allSettled([commit(brand, work)]);
        if (fault !== undefined) throw fault.error;
        if (committed.status === 'rejected') throw committed.reason;
        return { decision: decision as TDecision, committed: committed.value };
      });
    },
  };
}
