import type { QueueRequest, Request, Scope } from '@botwright/core/ports';
import { brandOf, planRead, type ReadPlan, type RecordSchema, type SqlText } from '@botwright/storage-sql';
import { decodeEntry, findLease, nextEntry } from './conversation-changes.ts';
import { decodeList, findBody, findDelivery, listDeliveries } from './delivery-reads.ts';
import { decodeDelivery } from './delivery-row.ts';
import type { Session } from './session.ts';
import type { Sql } from './sql.ts';

/** Plans the answer to a request. */
export function planRequest(schema: RecordSchema, scope: Scope, request: Request): ReadPlan {
  return isOfQueue(request) ? planQueueRequest(brandOf(scope), request) : planRead(schema, scope, request);
}

function isOfQueue(request: Request): request is QueueRequest {
  return !['get', 'find', 'list', 'scan', 'count', 'number'].includes(request.do);
}

function planQueueRequest(brand: string, request: QueueRequest): ReadPlan {
  switch (request.do) {
    case 'inbox':
      return planOf(nextEntry({ brand, customer: request.customer }), ([row]) => row && decodeEntry(row));
    case 'lease':
      return planOf(findLease({ ...request, brand }), (rows) => rows.length > 0);
    case 'delivery':
      return planOf(findDelivery({ brand, id: request.id }), ([row]) => row && decodeDelivery(row));
    case 'deliveries':
      return planOf(listDeliveries(brand, request.query), decodeList);
    case 'deliveryBody':
      return planOf(findBody({ brand, id: request.id }), ([row]) => row?.body);
  }
}

function planOf<TRow>(statement: Sql<TRow>, answer: (rows: readonly TRow[]) => unknown): ReadPlan {
  return { statements: [statement], answer: ([rows = []]) => answer(rows as never) };
}

/** Sends the statements of plans together, and answers in the order of the plans. */
export function answer(session: Session, plans: readonly ReadPlan[]): Promise<readonly unknown[]> {
  return Promise.all(
    plans.map(async (plan) => plan.answer(await Promise.all(plan.statements.map((each) => session.all(each))))),
  );
}

/** Locks the records of requests with `expect`, and the work of customers whose lease is asked for. */
export function locking(request: Request, plan: ReadPlan): ReadPlan {
  if (!('expect' in request) || request.expect !== true) return plan;
  const of = request.do === 'lease' ? 'w' : 'r';
  const locked = plan.statements.map(
    ({ sql, params }): SqlText => ({ sql: `${sql} FOR NO KEY UPDATE OF ${of}`, params }),
  );
  return { ...plan, statements: locked };
}
