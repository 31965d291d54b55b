import { join } from 'node:path';
import { queueKinds, type RecordsBatch, type RecordsOnly, storageOnRecords } from '@botwright/core/memory';
import {
  type AnyKind,
  answerOfList,
  answerOfRow,
  type CommitOutcome,
  orderedRows,
  type RecordOperation,
  type RecordRequest,
  type Row,
  recordKinds,
  runAtOnce,
  type Scalar,
  type Scope,
  type Storage,
} from '@botwright/core/ports';
import { open } from 'lmdb';

/**
 * Keys of the database:
 *
 * - `['record', kind, brand, …key]` has a record with its version;
 * - `['unique', kind, index, brand or '', …values]` has the brand and the key of the record with these values;
 * - `['owned', owner, brand, …key of the owner, kind, …key]` is there for each record with an owner.
 */
type Key = (string | number | boolean)[];

/** Undoes a commit: the store answers `conflict`. */
class Refused extends Error {}

export interface LmdbOptions {
  /** The folder of the database. */
  readonly path: string;
  /** The kinds of records that it stores. Default: those of the engine. */
  readonly kinds?: readonly AnyKind[];
}

/** A durable store in a folder, for the processes of one machine. */
export function lmdbStorage({ path, kinds = recordKinds }: LmdbOptions): Storage {
  return storageOnRecords(lmdbRecords(path, [...kinds, ...queueKinds]));
}

function lmdbRecords(path: string, kinds: readonly AnyKind[]): RecordsOnly {
  const database = open<unknown, Key>({ path, encoding: 'json' });
  // A separate database: a number stays taken when the transaction that asked for it is rolled back.
  const numbers = open<number, string>({ path: join(path, 'numbers'), encoding: 'json' });
  const parts: Parts = { database, numbers, kinds: new Map(kinds.map((kind) => [kind.name, kind])) };

  const answers = (scope: Scope, requests: readonly RecordRequest[]) =>
    requests.map((request) => answer(parts, scope, request));

  /** LMDB has one writer, and undoes a transaction whose work throws. */
  const write = (work: () => void): CommitOutcome => {
    try {
      database.transactionSync(work);
      return { kind: 'committed' };
    } catch (error) {
      if (error instanceof Refused) return { kind: 'conflict' };
      throw error;
    }
  };

  return {
    capabilities: { durable: true },
    read: async (scope, requests) => answers(scope, requests),
    commit: async (scope, batch) => write(() => commitBatch(parts, scope, batch)),
    async exclusive<TDecision extends Pick<RecordsBatch, 'operations'>>(
      scope: Scope,
      program: () => Generator<readonly RecordRequest[], TDecision, readonly unknown[]>,
    ) {
      let decision: TDecision | undefined;
      const committed = write(() => {
        decision = runAtOnce(program, (requests: readonly RecordRequest[]) => answers(scope, requests));
        commitBatch(parts, scope, { conditions: [], operations: decision.operations });
      });
      return { decision: decision as TDecision, committed };
    },
    async close() {
      await database.close();
      await numbers.close();
    },
  };
}

interface Parts {
  readonly database: ReturnType<typeof open<unknown, Key>>;
  /** The last number of each sequence. */
  readonly numbers: ReturnType<typeof open<number, string>>;
  readonly kinds: ReadonlyMap<string, AnyKind>;
}

function answer(parts: Parts, scope: Scope, request: RecordRequest): unknown {
  if (request.do === 'number') return nextNumber(parts, request.sequence);
  const kind = kindOf(parts, request.kind);
  switch (request.do) {
    case 'get':
      return answerOfRow(kind, rowAt(parts, kind, brandOf(kind, scope), request.key), scope, request.heads);
    case 'find':
      return answerOfRow(kind, findRow(parts, kind, scope, request), scope, request.heads);
    default:
      return answerOfList(kind, orderedRows(kind, rowsIn(parts, kind, scope), request), scope, request);
  }
}

function nextNumber({ numbers }: Parts, sequence: string): number {
  return numbers.transactionSync(() => {
    const number = (numbers.get(sequence) ?? 0) + 1;
    numbers.putSync(sequence, number);
    return number;
  });
}

function rowAt(parts: Parts, kind: AnyKind, brand: string, key: readonly Scalar[]): Row | undefined {
  return parts.database.get(recordKey(kind, brand, key)) as Row | undefined;
}

function findRow(
  parts: Parts,
  kind: AnyKind,
  scope: Scope,
  { index, values }: Extract<RecordRequest, { do: 'find' }>,
): Row | undefined {
  const isOfStore = kind.unique[index]?.scope === 'store';
  const key = ['unique', kind.name, index, isOfStore ? '' : brandOf(kind, scope), ...(values as Key)];
  const place = parts.database.get(key) as Key | undefined;
  const row = place && (parts.database.get(place) as Row);
  return row === undefined || scope === 'store' || row.brand === brandOf(kind, scope) ? row : undefined;
}

function* rowsIn({ database }: Parts, kind: AnyKind, scope: Scope): Iterable<Row> {
  const start = scope === 'store' ? ['record', kind.name] : ['record', kind.name, brandOf(kind, scope)];
  for (const { key, value } of database.getRange({ start })) {
    if (!start.every((part, index) => key[index] === part)) return;
    yield value as Row;
  }
}

function commitBatch(parts: Parts, scope: Scope, { conditions, operations }: RecordsBatch): void {
  for (const { kind, key, version } of conditions) {
    const declared = kindOf(parts, kind);
    if (rowAt(parts, declared, brandOf(declared, scope), key)?.version !== version) throw new Refused();
  }
  for (const operation of operations) apply(parts, scope, operation);
}

function apply(parts: Parts, scope: Scope, operation: RecordOperation): void {
  switch (operation.do) {
    case 'put':
      put(parts, scope, kindOf(parts, operation.kind), operation);
      return;
    case 'touch': {
      const kind = kindOf(parts, operation.kind);
      const { record } = existing(parts, kind, brandOf(kind, scope), operation.key);
      put(parts, scope, kind, { record, version: operation.version });
      return;
    }
    case 'delete': {
      const kind = kindOf(parts, operation.kind);
      remove(parts, kind, brandOf(kind, scope), operation.key);
      return;
    }
    default:
      throw new Error('The store does not have the capability "text".');
  }
}

function put(
  parts: Parts,
  scope: Scope,
  kind: AnyKind,
  { record: given, version }: Pick<Row, 'record' | 'version'>,
): void {
  const { database } = parts;
  const brand = brandOf(kind, scope);
  const key = kind.key.map((field) => given[field] as Scalar);
  const stored = rowAt(parts, kind, brand, key);
  const row: Row = { brand, version, record: { ...largeFieldsOf(kind, stored), ...given } };
  const owner = ownerOf(kind, row);
  if (owner !== undefined) {
    const ownerKind = kindOf(parts, owner.kind);
    existing(parts, ownerKind, brandOf(ownerKind, scope), owner.key);
  }
  if (stored !== undefined) unlist(parts, kind, stored);
  for (const index of indexKeys(kind, row)) {
    if (database.doesExist(index)) throw new Refused();
    database.putSync(index, recordKey(kind, brand, key));
  }
  if (owner !== undefined) database.putSync(ownedKey(owner, kind, row), recordKey(kind, brand, key));
  database.putSync(recordKey(kind, brand, key), row);
}

function existing(parts: Parts, kind: AnyKind, brand: string, key: readonly Scalar[]): Row {
  const row = rowAt(parts, kind, brand, key);
  if (row === undefined) throw new Refused();
  return row;
}

/** Removes a record with all that it owns. */
function remove(parts: Parts, kind: AnyKind, brand: string, key: readonly Scalar[]): void {
  const { database } = parts;
  const row = rowAt(parts, kind, brand, key);
  if (row === undefined) return;
  const start = ['owned', kind.name, brand, ...(key as Key)];
  for (const { key: owned, value } of [...database.getRange({ start })]) {
    if (!start.every((part, index) => owned[index] === part)) break;
    const [, name, ofBrand, ...ownedKeyOf] = value as [string, string, string, ...Scalar[]];
    remove(parts, kindOf(parts, name), ofBrand, ownedKeyOf);
  }
  unlist(parts, kind, row);
  database.removeSync(recordKey(kind, brand, key));
}

/** Removes the index entries of a record. */
function unlist({ database }: Parts, kind: AnyKind, row: Row): void {
  for (const index of indexKeys(kind, row)) database.removeSync(index);
  const owner = ownerOf(kind, row);
  if (owner !== undefined) database.removeSync(ownedKey(owner, kind, row));
}

function indexKeys(kind: AnyKind, { brand, record }: Row): readonly Key[] {
  return Object.entries(kind.unique).flatMap(([index, { fields, scope }]) => {
    const values = fields.map((field) => record[field] as Scalar | undefined);
    if (values.includes(undefined)) return [];
    return [['unique', kind.name, index, scope === 'store' ? '' : brand, ...(values as Key)]];
  });
}

interface OwnerKey {
  readonly kind: string;
  readonly key: readonly Scalar[];
}

function ownerOf({ owner }: AnyKind, { record }: Row): OwnerKey | undefined {
  if (owner === undefined) return undefined;
  const key = owner.fields.map((field) => record[field] as Scalar | undefined);
  return key.includes(undefined) ? undefined : { kind: owner.kind, key: key as Scalar[] };
}

function ownedKey(owner: OwnerKey, kind: AnyKind, { brand, record }: Row): Key {
  return [
    'owned',
    owner.kind,
    brand,
    ...(owner.key as Key),
    kind.name,
    ...kind.key.map((field) => record[field] as string),
  ];
}

function largeFieldsOf(kind: AnyKind, row: Row | undefined): Row['record'] {
  const documents = Object.entries(row?.record ?? {}).filter(([field]) =>
    /^(document|list)/.test(kind.fields[field] ?? ''),
  );
  return Object.fromEntries(documents);
}

function recordKey(kind: AnyKind, brand: string, key: readonly Scalar[]): Key {
  return ['record', kind.name, brand, ...(key as Key)];
}

function brandOf(kind: AnyKind, scope: Scope): string {
  return kind.scope === 'store' || scope === 'store' ? '' : scope.brand;
}

function kindOf({ kinds }: Parts, name: string): AnyKind {
  const kind = kinds.get(name);
  if (kind === undefined) throw new Error(`There is no kind of records ${name}.`);
  return kind;
}
