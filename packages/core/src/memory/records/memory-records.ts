import { spliceText } from '../../domain/edits/splices.ts';
import { utf8Length } from '../../domain/text.ts';
import type { AnyKind } from '../../ports/record-kind.ts';
import { answerOfList, answerOfRow, orderOf, type Row } from '../../ports/record-lists.ts';
import type {
  CommitOutcome,
  Condition,
  DecidedRecords,
  DocumentPlace,
  Program,
  RecordBatch,
  RecordOperation,
  RecordStore,
  Request,
  Scalar,
  Scope,
} from '../../ports/record-store.ts';
import { runAtOnce } from '../../ports/run-at-once.ts';
import { frozenCopy } from '../frozen-copy.ts';
import { createRecordTable, ownerOf, type RecordTable } from './record-table.ts';

/** The records of a process, which end with it. */
export interface MemoryRecords extends RecordStore {
  readNow(scope: Scope, requests: readonly Request[]): readonly unknown[];
  commitNow(scope: Scope, batch: RecordBatch): CommitOutcome;
}

/** Thrown inside of a commit, which then undoes its writes. */
class Refused extends Error {}

export function createMemoryRecords(kinds: readonly AnyKind[]): MemoryRecords {
  const tables = new Map(kinds.map((kind) => [kind.name, createRecordTable(kind)]));
  const numbers = new Map<string, number>();

  function tableOf(kind: string): RecordTable {
    const table = tables.get(kind);
    if (table === undefined) throw new Error(`There is no kind of records ${kind}.`);
    return table;
  }

  const brandIn = (scope: Scope, { kind }: RecordTable) =>
    kind.scope === 'store' ? '' : scope === 'store' ? undefined : scope.brand;

  function answer(scope: Scope, request: Request): unknown {
    if (request.do === 'number') {
      const number = (numbers.get(request.sequence) ?? 0) + 1;
      numbers.set(request.sequence, number);
      return number;
    }
    const table = tableOf(request.kind);
    const brand = brandIn(scope, table);
    switch (request.do) {
      case 'get':
        return answerOfRow(table.kind, table.get(inOneBrand(brand), request.key), scope, request.heads);
      case 'find':
        return answerOfRow(table.kind, table.find(brand, request.index, request.values), scope, request.heads);
      default:
        return answerOfList(table.kind, table.listed(brand, request, orderOf(table.kind, request)), scope, request);
    }
  }

  function apply(brand: string, batch: RecordBatch): void {
    const undo: (() => void)[] = [];
    const set = (table: RecordTable, key: readonly Scalar[], row: Row | undefined) => {
      const before = table.set(table.kind.scope === 'store' ? '' : brand, key, row);
      undo.push(() => table.set(table.kind.scope === 'store' ? '' : brand, key, before));
    };
    try {
      for (const condition of batch.conditions) checkCondition(tables, brand, condition);
      for (const operation of batch.operations) write({ tables, tableOf, brand, set }, operation);
    } catch (error) {
      for (const step of undo.reverse()) step();
      throw error;
    }
  }

  const readNow: MemoryRecords['readNow'] = (scope, requests) => requests.map((request) => answer(scope, request));

  const commitNow: MemoryRecords['commitNow'] = (scope, batch) => {
    try {
      apply(scope === 'store' ? '' : scope.brand, batch);
      return { kind: 'committed' };
    } catch (error) {
      if (error instanceof Refused) return { kind: 'conflict' };
      throw error;
    }
  };

  return {
    readNow,
    commitNow,
    read: async (scope, requests) => readNow(scope, requests),
    commit: async (scope, batch) => commitNow(scope, batch),
    async exclusive<TDecision extends DecidedRecords>(scope: Scope, program: () => Program<TDecision>) {
      const decision = runAtOnce(program, (requests) => readNow(scope, requests));
      return { decision, committed: commitNow(scope, { operations: decision.operations, conditions: [] }) };
    },
  };
}

interface Writing {
  readonly tables: ReadonlyMap<string, RecordTable>;
  readonly brand: string;
  tableOf(kind: string): RecordTable;
  /** `undefined` removes the row. */
  set(table: RecordTable, key: readonly Scalar[], row: Row | undefined): void;
}

function checkCondition(tables: ReadonlyMap<string, RecordTable>, brand: string, condition: Condition): void {
  const table = tables.get(condition.kind);
  const row = table?.get(table.kind.scope === 'store' ? '' : brand, condition.key);
  if (row?.version !== condition.version) throw new Refused();
}

function write(writing: Writing, operation: RecordOperation): void {
  const { tableOf, set } = writing;
  switch (operation.do) {
    case 'put':
      putRow(writing, tableOf(operation.kind), operation.record, operation.version);
      break;
    case 'copy': {
      const { from, record, version } = operation;
      putRow(writing, tableOf(operation.kind), { ...record, [from.field]: documentAt(writing, from) }, version);
      break;
    }
    case 'touch': {
      const table = tableOf(operation.kind);
      const row = existing(writing, table, operation.key);
      set(table, operation.key, { ...row, version: operation.version });
      break;
    }
    case 'delete':
      remove(writing, tableOf(operation.kind), operation.key);
      break;
    case 'splice': {
      const { at, splices } = operation;
      const table = tableOf(at.kind);
      const row = existing(writing, table, at.key);
      const text = spliceText(documentAt(writing, at), splices);
      set(table, at.key, { ...row, record: Object.freeze({ ...row.record, [at.field]: text }) });
      break;
    }
    case 'trim':
      trim(writing, operation);
      break;
  }
}

/** A record that is put without one of its documents has the one that is stored. */
function putRow(writing: Writing, table: RecordTable, given: Row['record'], version: string): void {
  const { kind } = table;
  const brand = kind.scope === 'store' ? '' : writing.brand;
  const key = kind.key.map((field) => given[field] as Scalar);
  const stored = table.get(brand, key)?.record ?? {};
  const documents = Object.entries(stored).filter(
    ([field]) => kind.fields[field]?.startsWith('document') && given[field] === undefined,
  );
  const row: Row = { brand, version, record: frozenCopy({ ...given, ...Object.fromEntries(documents) }) };
  const owner = ownerOf(kind, row);
  if (owner !== undefined && kind.owner !== undefined) existing(writing, writing.tableOf(kind.owner.kind), owner);
  if (table.isTaken(row)) throw new Refused();
  writing.set(table, key, row);
}

function existing({ brand }: Writing, table: RecordTable, key: readonly Scalar[]): Row {
  const row = table.get(table.kind.scope === 'store' ? '' : brand, key);
  if (row === undefined) throw new Refused();
  return row;
}

function documentAt(writing: Writing, { kind, key, field }: DocumentPlace): string {
  const text = existing(writing, writing.tableOf(kind), key).record[field];
  if (typeof text !== 'string') throw new Error(`The field ${field} of ${kind} is no document.`);
  return text;
}

function remove(writing: Writing, table: RecordTable, key: readonly Scalar[]): void {
  for (const owned of writing.tables.values()) {
    if (owned.kind.owner?.kind !== table.kind.name) continue;
    const brand = table.kind.scope === 'store' ? '' : writing.brand;
    for (const { record } of owned.owned(brand, key)) {
      remove(
        writing,
        owned,
        owned.kind.key.map((field) => record[field] as Scalar),
      );
    }
  }
  writing.set(table, key, undefined);
}

function trim(writing: Writing, { listed, order, count, bytes }: Extract<RecordOperation, { do: 'trim' }>): void {
  const table = writing.tableOf(listed.kind);
  const rows = table.listed(writing.brand, listed, order);
  let [kept, size] = [0, 0];
  const removed: Row[] = [];
  for (let index = 0; index < rows.size; index += 1) {
    const row = rows.at(index);
    size += utf8Length(String(row.record[bytes.field] ?? ''));
    if (removed.length === 0 && kept < count && size <= bytes.most) kept += 1;
    else removed.push(row);
  }
  for (const { record } of removed) {
    writing.set(
      table,
      table.kind.key.map((field) => record[field] as Scalar),
      undefined,
    );
  }
}

function inOneBrand(brand: string | undefined): string {
  if (brand === undefined) throw new Error('A record of a brand has no key in the scope of the store.');
  return brand;
}
