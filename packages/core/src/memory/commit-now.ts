import type { BatchOperation, CommitOutcome, Condition, RecordBatch, Scalar, Scope } from '../ports/record-store.ts';
import { enqueue, rememberWork, removeWork, settle } from './conversation-work.ts';
import { disabled, erased, isSameTarget, newDeliveries } from './delivery-records.ts';
import { frozenCopy } from './frozen-copy.ts';
import { brandOf, isLeasedTo, type MemoryState, nextNumber, tableOf } from './memory-state.ts';
import type { DocumentText } from './records/document-text.ts';
import { bytesOf, type MemoryRow, newRow, splicedRow } from './records/memory-row.ts';
import { keyIn, type RecordTable } from './records/record-table.ts';
import type { StoredDelivery } from './stored-delivery.ts';

/** Thrown within a commit, which then undoes its changes and answers `conflict`. */
class Refused extends Error {}

/** A batch that is being committed. */
interface Change {
  readonly state: MemoryState;
  readonly brand: string;
  /** Steps that undo the changes, in their order. */
  readonly undo: (() => void)[];
  /** The documents that the batch copies, as they were before it. */
  readonly copied: ReadonlyMap<Operation<'copy'>, DocumentText>;
  isLeased: boolean;
  isFinished: boolean;
}

type Operation<TDo extends BatchOperation['do']> = Extract<BatchOperation, { do: TDo }>;

/** @throws When an operation names no declared kind or field; nothing is stored then. */
export function commitNow(state: MemoryState, scope: Scope, { conditions, operations }: RecordBatch): CommitOutcome {
  const brand = brandOf(scope);
  const undo: Change['undo'] = [];
  try {
    for (const condition of conditions) check(state, brand, condition);
    const copied = documentsToCopy(state, brand, operations);
    const change: Change = { state, brand, undo, copied, isLeased: false, isFinished: false };
    for (const operation of operations) applying[operation.do](change, operation as never);
    const { isLeased, isFinished } = change;
    return { kind: 'committed', ...(isLeased && { isLeased }), ...(isFinished && { isFinished }) };
  } catch (error) {
    for (const step of undo.reverse()) step();
    if (error instanceof Refused) return { kind: 'conflict' };
    throw error;
  }
}

function check(state: MemoryState, brand: string, condition: Condition): void {
  const holds =
    'lease' in condition
      ? isLeasedTo(state, brand, condition.lease)
      : tableOf(state, condition.kind).get(brand, condition.key)?.version === condition.version;
  if (!holds) throw new Refused();
}

function documentsToCopy(state: MemoryState, brand: string, operations: readonly BatchOperation[]): Change['copied'] {
  const copies = operations.filter((operation) => operation.do === 'copy');
  return new Map(
    copies.map((operation) => {
      const { kind, key, field } = operation.from;
      const document = existing(tableOf(state, kind), brand, key).documents[field];
      if (document === undefined) throw new Error(`The field ${field} of ${kind} is not a document.`);
      return [operation, document];
    }),
  );
}

const applying: { readonly [TDo in BatchOperation['do']]: (change: Change, operation: Operation<TDo>) => void } = {
  put(change, operation) {
    put(change, operation);
  },
  copy(change, operation) {
    const document = change.copied.get(operation);
    put(change, operation, document && { [operation.from.field]: document });
  },
  delete(change, { kind, key }) {
    remove(change, tableOf(change.state, kind), key);
  },
  touch(change, { kind, key, version }) {
    const table = tableOf(change.state, kind);
    set(change, table, key, { ...existing(table, change.brand, key), version });
  },
  splice(change, { at: { kind, key, field }, ...spliced }) {
    const table = tableOf(change.state, kind);
    set(change, table, key, splicedRow(table.kind, existing(table, change.brand, key), { field, ...spliced }));
  },
  trim,
  enqueue(change, { customer, item, at, holder }) {
    const { state, brand, undo } = change;
    existing(tableOf(state, 'customer'), brand, [customer]);
    const conversation = { brand, customerNumber: customer };
    undo.push(rememberWork(state.conversations, conversation));
    const entry = frozenCopy({ number: nextNumber(state, 'inbox'), item, at });
    if (enqueue(state.conversations, conversation, entry, holder)) change.isLeased = true;
  },
  settle(change, { customer, ...ended }) {
    const { state, brand, undo } = change;
    if (tableOf(state, 'customer').get(brand, [customer]) === undefined) return;
    const conversation = { brand, customerNumber: customer };
    undo.push(rememberWork(state.conversations, conversation));
    if (settle(state.conversations, conversation, ended)) change.isFinished = true;
  },
  addDeliveries(change, { deliveries }) {
    const index = change.state.deliveries;
    for (const added of newDeliveries(index, change.brand, deliveries)) {
      if (index.find(change.brand, added.record.id) !== undefined) throw new Refused();
      putDelivery(change, added);
    }
  },
  endDeliveries,
};

/** @param copied - Documents by field that are stored with the record. */
function put(
  change: Change,
  { kind, record, version }: Pick<Operation<'put'>, 'kind' | 'record' | 'version'>,
  copied: Readonly<Record<string, DocumentText>> = {},
): void {
  const { state } = change;
  const table = tableOf(state, kind);
  const key = table.kind.key.map((field) => record[field] as Scalar);
  const before = table.get(change.brand, key);
  const row = newRow(table.kind, { brand: table.brandIn(change.brand), version, record }, before, copied);
  const { owner } = table.kind;
  const ownerKey = owner?.fields.map((field) => row.record[field]);
  if (owner !== undefined && ownerKey?.includes(undefined) === false) {
    existing(tableOf(state, owner.kind), change.brand, ownerKey as readonly Scalar[]);
  }
  if (table.isTaken(row)) throw new Refused();
  set(change, table, key, row);
}

function set({ brand, undo }: Change, table: RecordTable, key: readonly Scalar[], row: MemoryRow | undefined): void {
  const before = table.get(brand, key);
  undo.push(() => table.set(brand, key, before));
  table.set(brand, key, row);
}

function existing(table: RecordTable, brand: string, key: readonly Scalar[]): MemoryRow {
  const row = table.get(brand, key);
  if (row === undefined) throw new Refused();
  return row;
}

/** Removes a record with the records that it owns; with a customer also its inbox and the lease of its conversation. */
function remove(change: Change, table: RecordTable, key: readonly Scalar[]): void {
  const { state, brand, undo } = change;
  for (const owned of state.tables.values()) {
    if (owned.kind.owner?.kind !== table.kind.name) continue;
    for (const row of owned.owned(brand, key)) remove(change, owned, keyIn(owned.kind, row));
  }
  if (table.kind.name === 'customer') {
    const conversation = { brand, customerNumber: Number(key[0]) };
    undo.push(rememberWork(state.conversations, conversation));
    removeWork(state.conversations, conversation);
  }
  set(change, table, key, undefined);
}

function trim(change: Change, { listed, order, count, bytes }: Operation<'trim'>): void {
  const table = tableOf(change.state, listed.kind);
  const rows = table.listed(change.brand, listed, order);
  let [remaining, size] = [0, 0];
  for (; remaining < Math.min(count, rows.size); remaining += 1) {
    size += bytesOf(rows.at(remaining) as MemoryRow, bytes.field);
    if (size > bytes.most) break;
  }
  const removed = Array.from({ length: rows.size - remaining }, (_, index) => rows.at(remaining + index) as MemoryRow);
  for (const row of removed) remove(change, table, keyIn(table.kind, row));
}

/** @spec DQ5, DQ6, DQ19 */
function endDeliveries(change: Change, { of, at }: Operation<'endDeliveries'>): void {
  const { state, brand } = change;
  const customers =
    'target' in of ? undefined : new Set('customer' in of ? [of.customer] : customersOf(state, brand, of.bot));
  for (const stored of [...state.deliveries.ofBrand(brand)]) {
    const { target, customerNumber } = stored.record;
    if ('target' in of && isSameTarget(target, of.target)) putDelivery(change, disabled(stored, at));
    if (customers?.has(customerNumber)) putDelivery(change, erased(stored, at));
  }
}

/** The customers on the channels of a bot. */
function customersOf(state: MemoryState, brand: string, bot: string): readonly number[] {
  const [channels, customers] = [tableOf(state, 'channel'), tableOf(state, 'customer')];
  return channels
    .owned(brand, [bot])
    .flatMap((channel) => customers.owned(brand, keyIn(channels.kind, channel)))
    .map((customer) => Number(keyIn(customers.kind, customer)[0]));
}

function putDelivery({ state: { deliveries }, undo }: Change, stored: StoredDelivery): void {
  const before = deliveries.find(stored.brand, stored.record.id);
  if (before === stored) return;
  undo.push(() => (before === undefined ? deliveries.remove(stored) : deliveries.put(before)));
  deliveries.put(stored);
}
