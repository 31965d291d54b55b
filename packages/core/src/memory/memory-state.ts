import type { AnyKind } from '../ports/record-kind.ts';
import { answerOfList, answerOfRow, orderedRows, orderOf } from '../ports/record-lists.ts';
import type { Request, Scope } from '../ports/record-store.ts';
import { type ConversationWork, findLeased, firstEntry, workOf } from './conversation-work.ts';
import type { DeliveryIndex } from './delivery-index.ts';
import { listDeliveries } from './delivery-records.ts';
import { createRecordTable, type RecordTable } from './records/record-table.ts';

/** Everything that a memory store has, apart from its rate limiter. */
export interface MemoryState {
  readonly tables: ReadonlyMap<string, RecordTable>;
  readonly conversations: ConversationWork;
  readonly deliveries: DeliveryIndex;
  /** The last number of each sequence. */
  readonly numbers: Map<string, number>;
}

export function createTables(kinds: readonly AnyKind[]): MemoryState['tables'] {
  return new Map(kinds.map((kind) => [kind.name, createRecordTable(kind)]));
}

/** The name of the brand; empty for the store. */
export function brandOf(scope: Scope): string {
  return scope === 'store' ? '' : scope.brand;
}

export function tableOf({ tables }: Pick<MemoryState, 'tables'>, kind: string): RecordTable {
  const table = tables.get(kind);
  if (table === undefined) throw new Error(`There is no kind of records ${kind}.`);
  return table;
}

/** No number is given twice, also when nothing is committed. @spec RS11 */
export function nextNumber({ numbers }: Pick<MemoryState, 'numbers'>, sequence: string): number {
  const number = (numbers.get(sequence) ?? 0) + 1;
  numbers.set(sequence, number);
  return number;
}

/** @spec CQ10 */
export function isLeasedTo(
  { conversations }: Pick<MemoryState, 'conversations'>,
  brand: string,
  { customer, worker }: { readonly customer: number; readonly worker: string },
): boolean {
  return findLeased(conversations, { brand, customerNumber: customer }, worker) !== undefined;
}

export function answerNow(state: MemoryState, scope: Scope, request: Request): unknown {
  const brand = brandOf(scope);
  const { conversations, deliveries } = state;
  switch (request.do) {
    case 'number':
      return nextNumber(state, request.sequence);
    case 'get': {
      const table = tableOf(state, request.kind);
      return answerOfRow(table.kind, table.get(brand, request.key), scope, request.heads);
    }
    case 'find': {
      const table = tableOf(state, request.kind);
      return answerOfRow(table.kind, table.find(brand, request.index, request.values), scope, request.heads);
    }
    case 'list':
    case 'scan':
    case 'count': {
      const { kind, listed, identified } = tableOf(state, request.kind);
      const found = identified(brand, request);
      const rows = found ? orderedRows(kind, found, request) : listed(brand, request, orderOf(kind, request));
      return answerOfList(kind, rows, scope, request);
    }
    case 'inbox':
      return firstEntry(conversations, { brand, customerNumber: request.customer });
    case 'wake': {
      const { wake } = workOf(conversations, { brand, customerNumber: request.customer });
      return wake && wake.isDue === true;
    }
    case 'lease':
      return isLeasedTo(state, brand, request);
    case 'delivery':
      return deliveries.find(brand, request.id)?.record;
    case 'deliveries':
      return listDeliveries(deliveries.ofBrand(brand), request.query);
    case 'deliveryBody':
      return deliveries.find(brand, request.id)?.body?.text;
  }
}
