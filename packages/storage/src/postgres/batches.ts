import type { announcements, BatchOperation, Condition, NewDelivery, RecordBatch } from '@botwright/core/ports';
import { LockedRecords, placeOf } from '../sql/locked-records.ts';
import { planWrite, type RecordSchema, tableOf } from '../sql/record-plans.ts';
import { selectVersion } from '../sql/record-statements.ts';
import type { SqlText } from '../sql/sql-text.ts';
import { enqueue, lockWork, putWake, requireLease, settle } from './conversation-changes.ts';
import { addDeliveries } from './delivery-changes.ts';
import { endDeliveries } from './delivery-endings.ts';
import { wordsOf } from './queued-work.ts';
import type { Session } from './session.ts';
import { Sql, sql, table } from './sql.ts';

/** The effects of a sent batch on the queues. The promises resolve before the commit. */
export interface SentBatch {
  readonly leased: readonly Promise<boolean>[];
  readonly finished: readonly Promise<boolean>[];
  readonly deliveries: readonly NewDelivery[];
  /** The changed records of the batch, as words of a notification. */
  readonly announced: readonly string[];
}

export interface BatchTerms {
  readonly brand: string;
  readonly announced: ReturnType<typeof announcements>;
  /** Customers whose work is locked by the transaction. */
  readonly lockedWork?: Iterable<number>;
  /** Records locked by the transaction. */
  readonly lockedRecords?: LockedRecords;
  /** Whether `enqueue` never leases. */
  readonly withoutLeases?: boolean;
}

/** Sends the statements of a batch without waiting for them. They fail if the batch cannot be committed. */
export function sendBatch(
  schema: RecordSchema,
  session: Session,
  { conditions, operations }: RecordBatch,
  { brand, announced, lockedWork = [], lockedRecords = new LockedRecords(schema), withoutLeases = false }: BatchTerms,
): SentBatch {
  const worked = new Set(lockedWork);
  // Locks in a fixed order, so that two batches cannot deadlock.
  const inOrder = conditions.toSorted((one, other) => (conditionPlace(one) < conditionPlace(other) ? -1 : 1));
  for (const condition of inOrder) {
    session.early.send(conditionStatement(schema, brand, condition));
    if ('lease' in condition) worked.add(condition.lease.customer);
  }
  for (const condition of conditions) {
    if (!('lease' in condition) && condition.version === undefined) {
      lockedRecords.noteAbsent(condition.kind, condition.key);
    }
  }
  const locked = lockedRecords.before(operations);
  const leased: Promise<boolean>[] = [];
  const finished: Promise<boolean>[] = [];
  const deliveries: NewDelivery[] = [];
  for (const operation of operations) {
    switch (operation.do) {
      case 'enqueue': {
        const { holder: _, ...unleased } = operation;
        const sent = session.get(enqueue(brand, withoutLeases ? unleased : operation));
        leased.push(quiet(sent.then((row) => row?.leased === true)));
        break;
      }
      case 'settle':
        if (!worked.has(operation.customer)) session.send(lockWork(operation.customer));
        if (operation.wake !== undefined) session.send(putWake(brand, operation.customer, operation.wake));
        finished.push(quiet(session.get(settle(brand, operation)).then((row) => row?.finished === true)));
        break;
      case 'addDeliveries':
        deliveries.push(...operation.deliveries);
        if (operation.deliveries.length > 0) session.send(addDeliveries(brand, operation.deliveries));
        break;
      case 'endDeliveries':
        for (const statement of endDeliveries(brand, operation)) session.send(statement);
        break;
      default:
        for (const statement of planWrite(schema, brand, operation, locked)) {
          session.send(written(schema, operation, statement));
        }
    }
  }
  return { leased, finished, deliveries, announced: wordsOf(announced(brand, operations)) };
}

/** @returns The words for what the batch queued and announced, which others can find after the commit. */
export async function queuedBy({ leased, deliveries, announced }: SentBatch): Promise<ReadonlySet<string>> {
  const queued = new Set<string>(announced);
  if ((await Promise.all(leased)).includes(false)) queued.add('conversations');
  if (deliveries.length > 0) queued.add('deliveries');
  return queued;
}

function conditionStatement(schema: RecordSchema, brand: string, condition: Condition): SqlText {
  if ('lease' in condition) return requireLease({ ...condition.lease, brand });
  const { kind, key, version } = condition;
  const { sql: text, params } = selectVersion(tableOf(schema, kind), brand, key);
  return sql`select ${table('require_version')}((${new Sql(`${text} FOR NO KEY UPDATE`, params)}), ${version ?? null})`;
}

/**
 * Makes the batch conflict if a statement that must change a row changes none. A removal also removes owned records, so
 * it has no time limit.
 */
function written(schema: RecordSchema, operation: BatchOperation, statement: SqlText): SqlText {
  if (statement.mustChange) {
    const changing = new Sql(`${statement.sql} RETURNING 1`, statement.params);
    return sql`with changed as (${changing})
      select ${table('require_change')}((select count(*) from changed))`;
  }
  const isOwner = (kind: string) => [...schema.values()].some((each) => each.kind.owner?.kind === kind);
  if (operation.do !== 'delete' || !isOwner(operation.kind)) return statement;
  return new Sql(statement.sql, statement.params, { duration: 'any' });
}

/** Leases come after records, so that all transactions lock a customer before its work. */
function conditionPlace(condition: Condition): string {
  return 'lease' in condition ? `~${condition.lease.customer}` : placeOf(condition.kind, condition.key);
}

/** Ignores a failure, which also rejects the transaction. */
function quiet<T>(result: Promise<T>): Promise<T> {
  result.catch(() => undefined);
  return result;
}
