import type { RecordRequest, Request, Scope } from '@botwright/core/ports';
import { brandOf, planRead, type RecordSchema } from '../../sql/record-plans.ts';
import type { SqlRow, SqlText } from '../../sql/sql-text.ts';
import type { Connection } from '../connection.ts';
import { hasLease, isWakeDue, nextEntry } from '../conversations.ts';
import { findDelivery } from '../deliveries.ts';
import { findBody } from '../delivery-bodies.ts';
import { listDeliveries } from '../delivery-list.ts';
import type { SqliteValue } from '../driver.ts';
import type { NextNumber } from '../number-sequences.ts';

/** Answers requests on a connection, in their order. */
export type Answers = (connection: Connection, scope: Scope, requests: readonly Request[]) => readonly unknown[];

/** @param nextNumber - Requires that the connection writes, in a transaction. */
export function answersOf(schema: RecordSchema, nextNumber: NextNumber): Answers {
  return (connection, scope, requests) =>
    requests.map((request) => {
      switch (request.do) {
        case 'number':
          return nextNumber(request.sequence);
        case 'inbox':
          return nextEntry(connection, brandOf(scope), request.customer);
        case 'wake':
          return isWakeDue(connection, brandOf(scope), request.customer);
        case 'lease':
          return hasLease(connection, brandOf(scope), request);
        case 'delivery':
          return findDelivery(connection, brandOf(scope), request.id);
        case 'deliveries':
          return listDeliveries(connection, brandOf(scope), request.query);
        case 'deliveryBody':
          return findBody(connection, brandOf(scope), request.id);
        default:
          return answerOfRecords(schema, connection, scope, request);
      }
    });
}

function answerOfRecords(schema: RecordSchema, connection: Connection, scope: Scope, request: RecordRequest): unknown {
  const { statements, more, answer } = planRead(schema, scope, request);
  const rowsOf = (texts: readonly SqlText[]) => texts.map((text) => all(connection, text));
  const rows = rowsOf(statements);
  return answer(more === undefined ? rows : [...rows, ...rowsOf(more(rows))]);
}

export function all(connection: Connection, { sql, params }: SqlText): readonly SqlRow[] {
  return connection.all<SqlRow>(sql, ...(params as readonly SqliteValue[]));
}
