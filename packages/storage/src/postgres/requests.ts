import type { QueueRequest, Request, Scope } from '@botwright/core/ports';
import { placeOf } from '../sql/locked-records.ts';
import { decodeDelivery, decodeEntry } from '../sql/queue-rows.ts';
import { brandOf, planRead, type ReadPlan, type RecordSchema } from '../sql/record-plans.ts';
import type { SqlText } from '../sql/sql-text.ts';
import { findLease, findWake, nextEntry } from './conversation-changes.ts';
import { decodeList, findBody, findDelivery, listDeliveries } from './delivery-reads.ts';
import type { Session } from './session.ts';
import { type Sql, sql } from './sql.ts';

/**
 * Plans the answer to a request.
 *
 * @param locks - Locks the record of a request with `expect`, or the work of the customer whose lease is asked for.
 */
export function planRequest(schema: RecordSchema, scope: Scope, request: Request, locks = false): ReadPlan {
  const all = isOfQueue(request) ? planQueueRequest(brandOf(scope), request) : planRead(schema, scope, request);
  const { row, ...plan } = all;
  if (!locks || !('expect' in request) || request.expect !== true) return plan;
  const lock = ({ sql, params }: SqlText): SqlText => ({
    sql: lockingText(sql, request.do === 'lease' ? 'w' : 'r'),
    params,
  });
  return row === undefined ? { ...plan, statements: plan.statements.map(lock) } : { ...plan, row: lock(row) };
}

/** Statements with a row lock, by the statement without the lock. */
const lockingTexts = new Map<string, string>();

function lockingText(sql: string, rows: 'r' | 'w'): string {
  const text = lockingTexts.get(sql) ?? `${sql} FOR NO KEY UPDATE OF ${rows}`;
  lockingTexts.set(sql, text);
  return text;
}

function isOfQueue(request: Request): request is QueueRequest {
  return !['get', 'find', 'list', 'scan', 'count', 'number'].includes(request.do);
}

function planQueueRequest(brand: string, request: QueueRequest): ReadPlan {
  switch (request.do) {
    case 'inbox':
      return planOf(nextEntry(brand, request.customer), ([row]) => row && decodeEntry(row));
    case 'wake':
      return planOf(findWake(brand, request.customer), ([row]) => row?.is_due);
    case 'lease':
      return planOf(findLease({ ...request, brand }), (rows) => rows.length > 0);
    case 'delivery':
      return planOf(findDelivery(brand, request.id), ([row]) => row && decodeDelivery(row));
    case 'deliveries':
      return planOf(listDeliveries(brand, request.query), decodeList);
    case 'deliveryBody':
      return planOf(findBody(brand, request.id), ([row]) => row?.body);
  }
}

function planOf<TRow>(statement: Sql<TRow>, answer: (rows: readonly TRow[]) => unknown): ReadPlan {
  return { statements: [statement], answer: ([rows = []]) => answer(rows as never) };
}

/** Sends the statements of plans together, and answers in the order of the plans. */
export function answer(session: Session, plans: readonly ReadPlan[]): Promise<readonly unknown[]> {
  return Promise.all(
    plans.map(async (plan) => {
      const locked = plan.row === undefined ? undefined : session.early.all(plan.row);
      const [locks, ...rows] = await Promise.all([locked, ...plan.statements.map((each) => session.early.all(each))]);
      // The lock found no row. A row that another transaction inserted since then is not locked, so it is ignored.
      return plan.answer(locks?.length === 0 ? rows.map(() => []) : rows);
    }),
  );
}

interface Answered {
  readonly scope: Scope;
  readonly requests: readonly Request[];
  readonly plans: readonly ReadPlan[];
  readonly answers: readonly unknown[];
}

/**
 * Repeats requests for expected records that were absent, after waiting for transactions that are inserting them: a
 * conflict in the host's transaction would not be retried.
 *
 * @returns All answers.
 * @spec PG37
 */
export async function answerAbsentAgain(
  session: Session,
  { scope, requests, plans, answers }: Answered,
): Promise<readonly unknown[]> {
  const places = requests.map((request, index) => {
    const isAbsent = request.do === 'get' && request.expect === true && answers[index] === undefined;
    return isAbsent ? `${brandOf(scope)} ${placeOf(request.kind, request.key)}` : undefined;
  });
  // Locks in a fixed order, so that two transactions cannot deadlock.
  for (const place of places.filter((each) => each !== undefined).toSorted()) {
    session.send(sql`select pg_advisory_xact_lock(hashtextextended(${place}, 0))`);
  }
  const again = await answer(
    session,
    plans.filter((_plan, index) => places[index] !== undefined),
  );
  const left = again.values();
  return answers.map((each, index) => (places[index] === undefined ? each : left.next().value));
}
