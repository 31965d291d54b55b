import type { BatchOperation, CommitOutcome, Condition, RecordBatch, RecordOperation } from '@botwright/core/ports';
import { LockedRecords } from '../../sql/locked-records.ts';
import { planWrite, type RecordSchema, tableOf } from '../../sql/record-plans.ts';
import { selectVersion } from '../../sql/record-statements.ts';
import type { SqlText } from '../../sql/sql-text.ts';
import { inSavepoint } from '../commit-group.ts';
import type { Connection } from '../connection.ts';
import { enqueue, hasLease, settle } from '../conversations.ts';
import { addDeliveries, endDeliveries } from '../deliveries.ts';
import type { SqliteValue } from '../driver.ts';
import { resultCode } from '../result-code.ts';
import { all } from './answers.ts';

/** Undoes a batch, whose outcome is then `conflict`. */
class Refused extends Error {}

/**
 * Writes a whole batch in a transaction, or nothing.
 *
 * @param read - The records that the transaction has read. Of these only changed columns are written: SQLite writes each
 *   index of a column that an update names, even if its value is the same.
 */
export function applyBatch(
  schema: RecordSchema,
  connection: Connection,
  brand: string,
  { conditions, operations }: RecordBatch,
  read = new LockedRecords(schema),
): CommitOutcome {
  if (conditions.length === 0 && operations.length === 0) return { kind: 'committed' };
  const before = read.before(operations);
  const write = (operation: RecordOperation) => {
    for (const statement of planWrite(schema, brand, operation, before)) run(connection, statement);
  };
  try {
    return inSavepoint(connection, () => {
      for (const condition of conditions) requireCondition(schema, connection, brand, condition);
      const noted = operations.map((operation) => applyOperation(connection, brand, operation, write));
      return {
        kind: 'committed',
        ...(noted.includes('leased') && { isLeased: true }),
        ...(noted.includes('finished') && { isFinished: true }),
      };
    });
  } catch (error) {
    if (error instanceof Refused || isConstraint(error)) return { kind: 'conflict' };
    throw error;
  }
}

function requireCondition(schema: RecordSchema, connection: Connection, brand: string, condition: Condition): void {
  if ('lease' in condition) {
    if (!hasLease(connection, brand, condition.lease)) throw new Refused();
    return;
  }
  const { kind, key, version } = condition;
  const [row] = all(connection, selectVersion(tableOf(schema, kind), brand, key));
  if (row?.['version'] !== version) throw new Refused();
}

function applyOperation(
  connection: Connection,
  brand: string,
  operation: BatchOperation,
  write: (operation: RecordOperation) => void,
): 'leased' | 'finished' | undefined {
  switch (operation.do) {
    case 'enqueue':
      return enqueue(connection, brand, operation) ? 'leased' : undefined;
    case 'settle':
      return settle(connection, brand, operation) ? 'finished' : undefined;
    case 'addDeliveries':
      addDeliveries(connection, brand, operation.deliveries);
      return undefined;
    case 'endDeliveries':
      endDeliveries(connection, brand, operation);
      return undefined;
    default:
      write(operation);
      return undefined;
  }
}

function run(connection: Connection, { sql, params, mustChange }: SqlText): void {
  const changes = connection.run(sql, ...(params as readonly SqliteValue[]));
  if (mustChange && changes === 0) throw new Refused();
}

const constraints = new Set([
  'SQLITE_CONSTRAINT_FOREIGNKEY',
  'SQLITE_CONSTRAINT_PRIMARYKEY',
  'SQLITE_CONSTRAINT_UNIQUE',
]);

function isConstraint(error: unknown): boolean {
  return constraints.has(resultCode(error) ?? '');
}
