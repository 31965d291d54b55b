import type { BatchOperation, CommitOutcome, Condition, RecordBatch, RecordOperation } from '@botwright/core/ports';
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
import { putRecord } from './put-record.ts';

/** Undoes a batch, whose outcome is then `conflict`. */
class Refused extends Error {}

/** Writes a whole batch in a transaction, or nothing. */
export function applyBatch(
  schema: RecordSchema,
  connection: Connection,
  brand: string,
  { conditions, operations }: RecordBatch,
): CommitOutcome {
  try {
    return inSavepoint(connection, () => {
      for (const condition of conditions) requireCondition(schema, connection, brand, condition);
      const noted = operations.map((operation) => applyOperation(schema, connection, brand, operation));
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
  schema: RecordSchema,
  connection: Connection,
  brand: string,
  operation: BatchOperation,
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
      writeRecord(schema, connection, brand, operation);
      return undefined;
  }
}

function writeRecord(schema: RecordSchema, connection: Connection, brand: string, operation: RecordOperation): void {
  if (operation.do === 'put') {
    const table = tableOf(schema, operation.kind);
    const { record } = operation;
    if (table.documents.every(({ field }) => record[field] === undefined)) {
      putRecord(connection, table, brand, operation);
      return;
    }
  }
  for (const statement of planWrite(schema, brand, operation, unknown)) run(connection, statement);
}

/** For records that may or may not exist. */
function unknown(): undefined {
  return undefined;
}

function run(connection: Connection, { sql, params, mustChange, when }: SqlText): void {
  if (when !== undefined && all(connection, when).length === 0) return;
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
